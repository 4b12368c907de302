/** What was made for the latest keys, as many prompts ask of one program. */
export class Latest<T> {
  private readonly most: number
  private entries: readonly { readonly key: readonly unknown[]; readonly made: T }[] = []

  constructor(most: number) {
    this.most = most
  }

  get(key: readonly unknown[], make: () => T): T {
    const known = this.entries.find((entry) => entry.key.every((part, at) => part === key[at]))
    if (known !== undefined) return known.made
    const made = make()
    this.entries = [{ key, made }, ...this.entries.slice(0, this.most - 1)]
    return made
  }
}
