/** An AI provider, as configured by the operator. */
export interface ProviderSetting {
  readonly format: 'openai' | 'anthropic'
  readonly baseUrl: string
  readonly model: string
  /** Further names by which callers can choose it. */
  readonly aliases?: readonly string[] | undefined
  readonly label?: string | undefined
  /** Canned answers without a model. Screens say so. */
  readonly simulated?: boolean | undefined
}
