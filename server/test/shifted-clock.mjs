// Loaded before the service (node --import): shifts its clock by the milliseconds in the file named by CLOCK_FILE.
import { readFileSync } from 'node:fs'

const RealDate = Date
const now = RealDate.now
let offsetMs = 0
const read = () => {
  offsetMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) || 0
}
read()
setInterval(read, 50).unref()

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now() + offsetMs)
    else super(...given)
  }
  static now() {
    return now() + offsetMs
  }
}
