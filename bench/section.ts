/** What one benchmark reports: a table of contenders, and targets as ratios within the run. */
export interface Section {
  title: string
  intro: string
  /** The first row is the head. */
  table: string[][]
  targets: Target[]
}

export interface Target {
  what: string
  /** NaN if it could not be measured here. */
  value: number
  least?: number
  most?: number
}
