// From a seed and a bias to a balanced sequence: the bits, their statistics and their digest (`equilibrium/1`).

export { type Battery, type BatteryTest, computeWithBattery } from './battery.ts'
export { drawBits } from './draw.ts'
export { compute, type Result, sweep } from './equilibrium.ts'
export { readSequence, SEQUENCE_FORMATS, type SequenceFormat, type SequencePart } from './reading.ts'
export { reportCompute, reportSweep } from './report.ts'
