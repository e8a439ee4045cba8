/** An AI provider, as the operator names it. */
export interface ProviderSetting {
  readonly format: 'openai' | 'anthropic'
  readonly baseUrl: string
  readonly model: string
  /** Further names by which callers can choose it. */
  readonly aliases?: readonly string[] | undefined
  /** The name that people know it by. */
  readonly label?: string | undefined
  /** Canned answers: no model is asked. Screens say so. */
  readonly simulated?: boolean | undefined
}
