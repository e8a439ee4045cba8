// What is worked out from a model, kept as long as the model is: a service has one model, and asking again must not cost a search.
// Beside the models, not in them: a copy of a model with another table needs no care.
export function rememberEach<Key extends object, Value extends object>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  let last: { readonly key: Key; readonly value: Value } | undefined
  return (key) => {
    if (last?.key !== key) {
      const value = known.get(key) ?? work(key)
      known.set(key, value)
      last = { key, value }
    }
    return last.value
  }
}
