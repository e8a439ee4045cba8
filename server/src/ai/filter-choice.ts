// Decides the filter mode of a request: the body comes first, then the header, the model's suffix, the API key, the deployment.
import { ApiError } from '../ground/errors.ts'
import { FILTER_MODES, type FilterMode } from '../ground/filter-mode.ts'

interface FilterWishes {
  readonly body: FilterMode | undefined
  /** The value of the header, and its name for an error. */
  readonly header: { readonly name: string; readonly value: string | undefined }
  readonly model: string | undefined
  readonly key: FilterMode | undefined
  readonly deployment: FilterMode
  /** Whether a model of exactly this name is offered: then an apparent suffix is part of its name. */
  readonly isModel: (id: string) => boolean
}

interface FilterChoice {
  readonly mode: FilterMode
  /** Without the suffix. */
  readonly model: string | undefined
}

export function chooseFilter({ body, header, model, key, deployment, isModel }: FilterWishes): FilterChoice {
  const named = header.value === undefined ? undefined : modeNamed(header.value)
  if (header.value !== undefined && named === undefined) throw wrongHeader(header.name)
  const at = model?.lastIndexOf(':') ?? -1
  const suffix = model !== undefined && at > 0 && !isModel(model) ? modeNamed(model.slice(at + 1)) : undefined
  return { mode: body ?? named ?? suffix ?? key ?? deployment, model: suffix ? model?.slice(0, at) : model }
}

function modeNamed(text: string): FilterMode | undefined {
  return FILTER_MODES.find((mode) => mode === text)
}

function wrongHeader(name: string): ApiError {
  const msg = `Input should be ${FILTER_MODES.map((mode) => `'${mode}'`).join(', ')}`
  return new ApiError('invalid', msg, { fields: [{ loc: ['header', name], msg, type: 'literal_error' }] })
}
