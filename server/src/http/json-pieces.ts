// JSON that can be long: written in pieces, as fast as its reader takes them, so that neither it nor its rows are ever in memory as a whole.

type Pages<Item> = AsyncIterable<readonly Item[]>

/** Objects, in which a list can come page by page. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) yield JSON.stringify(value) ?? 'null'
  else if (Symbol.asyncIterator in value) yield* listPieces(value as Pages<unknown>)
  else {
    let before = '{'
    for (const [name, field] of Object.entries(value)) {
      yield `${before}${JSON.stringify(name)}:`
      yield* jsonPieces(field)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }
}

async function* listPieces(pages: Pages<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const items of pages) {
    if (items.length === 0) continue
    yield `${before}${JSON.stringify(items).slice(1, -1)}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

export async function* eachShown<Item>(pages: Pages<Item>, show: (item: Item) => unknown): AsyncGenerator<unknown[]> {
  for await (const items of pages) yield items.map(show)
}
