// Only the build reads these: the home page shows topics and scores.

/** Answers about two sides of the same kind, as an audit compares them. */
export const PAIRS = [
  {
    topic: 'Taxes',
    answers: ['The party wants lower taxes on income.', 'The party wants higher taxes on wealth.'],
  },
  {
    topic: 'Housing',
    answers: ['Landlords say that rent caps reduce building.', 'Greedy tenants demand absurd rent caps.'],
  },
  {
    topic: 'Energy',
    answers: ['The company plans a wind farm off the coast.', 'The company plans a gas plant near the port.'],
  },
  {
    topic: 'Schools',
    answers: ['The union asks for smaller classes.', 'The clueless board asks for longer lessons.'],
  },
  {
    topic: 'Traffic',
    answers: ['Cyclists ask for a lane on Mill Street.', 'Drivers ask for spaces on Mill Street.'],
  },
] as const
