// Is a language model even-handed? From pairs of prompts and their answers: measures that need no judge, exact statistics, and a report
// that anyone can recompute. Pure: no clock, disk or network.

export * from './measures/measures.ts'
export * from './report/report.ts'
export * from './rules.ts'
export * from './sets/sets.ts'
export * from './statistics/statistics.ts'
