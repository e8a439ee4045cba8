/** An AI provider, as the operator names it. */
export interface ProviderSetting {
  readonly format: 'openai' | 'anthropic'
  readonly baseUrl: string
  readonly model: string
  /** Further names by which callers can choose it. */
  readonly aliases?: readonly string[] | undefined
}
