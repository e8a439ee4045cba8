// What is worked out from a model, kept for the one asked about last: a service has one model, and asking again must not cost
// a search. Beside the models, not in them: a copy of a model with another table needs no care.
export function rememberLast<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: work(key) }
    return last.value
  }
}
