// Counters and histograms that take next to no time at each request. prom-client checks, sorts and joins the labels at every call; here a
// series is found by the values of its labels.
import type { Metric } from 'prom-client'

interface Named<Label extends string> {
  readonly name: string
  readonly help: string
  /** Their values are given in this order. */
  readonly labels: readonly Label[]
}

type Values<Label extends string> = Readonly<Record<Label, string>>

interface Count<Label extends string> {
  readonly metric: Metric
  add(values: Values<Label>, by?: number): void
}

export function createCount<Label extends string>(named: Named<Label>): Count<Label> {
  const series = createSeries(named, () => ({ sum: 0 }))
  const read = () => series.all().map(({ values, figure }) => ({ labels: values, value: figure.sum }))
  return {
    metric: metricOf('counter', named, read),
    add(values, by = 1) {
      series.of(values).sum += by
    },
  }
}

/** Counts values by bounds, each bucket with all that are no larger. */
export function createHistogram<Label extends string>(named: Named<Label>, bounds: readonly number[]): Count<Label> {
  // One bucket more, for what is beyond the last bound.
  const series = createSeries(named, () => ({ sum: 0, counts: Array.from({ length: bounds.length + 1 }, () => 0) }))
  const read = () =>
    series.all().flatMap(({ values, figure: { sum, counts } }) => {
      let count = 0
      const buckets = counts.map((more, at) => {
        count += more
        return { metricName: `${named.name}_bucket`, labels: { le: bounds[at] ?? '+Inf', ...values }, value: count }
      })
      return [
        ...buckets,
        { metricName: `${named.name}_sum`, labels: values, value: sum },
        { metricName: `${named.name}_count`, labels: values, value: count },
      ]
    })
  return {
    metric: metricOf('histogram', named, read),
    add(values, by = 1) {
      const figure = series.of(values)
      const bound = bounds.findIndex((most) => by <= most)
      const at = bound < 0 ? bounds.length : bound
      figure.sum += by
      figure.counts[at] = (figure.counts[at] ?? 0) + 1
    },
  }
}

type Branch<Figure> = Map<string, Branch<Figure> | { readonly figure: Figure }>

function createSeries<Label extends string, Figure>({ labels }: Named<Label>, start: () => Figure) {
  const known: { readonly values: Values<Label>; readonly figure: Figure }[] = []
  // One level for each label: joining the values to one name would take longer than all else here.
  const root: Branch<Figure> = new Map()
  return {
    of(values: Values<Label>): Figure {
      let branch = root
      for (const label of labels) {
        const found = branch.get(values[label])
        if (found === undefined) return add(values)
        if (!(found instanceof Map)) return found.figure
        branch = found
      }
      return add(values)
    },
    all: () => known,
  }

  function add(values: Values<Label>): Figure {
    const series = { values: { ...values }, figure: start() }
    known.push(series)
    let branch = root
    for (const label of labels.slice(0, -1)) {
      const found = branch.get(values[label])
      const next: Branch<Figure> = found instanceof Map ? found : new Map()
      branch.set(values[label], next)
      branch = next
    }
    branch.set(values[labels.at(-1) as Label], series)
    return series.figure
  }
}

/** What a registry needs of a metric. */
function metricOf(type: 'counter' | 'histogram', { name, help }: Named<string>, read: () => object[]): Metric {
  const get = async () => ({ name, help, type, values: read(), aggregator: 'sum' })
  return { name, help, type, aggregator: 'sum', get } as unknown as Metric
}
