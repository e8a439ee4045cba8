/** Above `max` entries, the one that was kept longest ago is forgotten. */
export function keepYoungest<Key, Entry>(entries: Map<Key, Entry>, key: Key, entry: Entry, max: number): void {
  // Deleting first moves the key to the young end of the map's order.
  entries.delete(key)
  entries.set(key, entry)
  const oldest = entries.keys().next()
  if (entries.size > max && !oldest.done) entries.delete(oldest.value)
}
