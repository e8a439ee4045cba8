// Work of several requests at the same place of their way, one after the other: code and tables that one of them has brought into the
// processor's cache serve the next. Each alone would find the caches filled by another place.

let waiting: (() => void)[] = []

/** Called in this turn of the event loop, right after what else arrives in it. */
export function together(goOn: () => void): void {
  if (waiting.push(goOn) === 1) setImmediate(goOnAll)
}

function goOnAll(): void {
  const all = waiting
  waiting = []
  for (const goOn of all) goOn()
}
