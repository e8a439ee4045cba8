// Is a language model even-handed? Pairs of prompts and their answers → measures without a judge, exact statistics, a report that anyone
// can compute again. Pure: no clock, disk or network.

export * from './measures/measures.ts'
export * from './report/report.ts'
export * from './rules.ts'
export * from './sets/sets.ts'
export * from './statistics/statistics.ts'
