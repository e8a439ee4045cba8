// Reads files as people save them: receipts in JSON, and lists of names from Notepad, Excel and others.

/** The JSON tokens that decide which names belong to which object. */
const TOKEN = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\],:]/g

/** An object has a duplicate name: two readers could take different values for it. */
export class NameTwice extends SyntaxError {}

/**
 * Parses JSON in which no object has a name twice; throws `NameTwice` otherwise, and a SyntaxError for what is no JSON.
 *
 * @example
 * readJson('{"a":1}') // => { a: 1 }
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const open: (Set<string> | undefined)[] = []
  let before = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const names = open.at(-1)
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (names && token.startsWith('"') && (before === '{' || before === ',')) {
      const name = JSON.parse(token) as string
      if (names.has(name)) throw new NameTwice(`The name "${name}" stands twice in one object.`)
      names.add(name)
    }
    before = token
  }
  return value
}

/**
 * Text in UTF-8, or in UTF-16 with a byte-order mark as Notepad and Excel write it. The mark is no part of the text.
 *
 * @example
 * textOfBytes(Uint8Array.of(0xff, 0xfe, 0x41, 0x00)) // => 'A'
 */
export function textOfBytes(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/**
 * The names in a text, one a line, whatever ends the lines; empty lines and a byte-order mark do not count.
 *
 * @example
 * linesOf('Ada\r\nGrace\n\n') // => ['Ada', 'Grace']
 */
export function linesOf(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
}
