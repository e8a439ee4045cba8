/** Adds an entry; above `max` entries, drops the one that was set longest ago. */
export function keepYoungest<Key, Entry>(entries: Map<Key, Entry>, key: Key, entry: Entry, max: number): void {
  // Deleting first moves the key to the end of the map's order.
  entries.delete(key)
  entries.set(key, entry)
  const oldest = entries.keys().next()
  if (entries.size > max && !oldest.done) entries.delete(oldest.value)
}
