/** Characters that some file system takes in no name. */
const REFUSED = /[\\/:*?"<>|\p{Cc}]/gu
const READ_MS = 60_000

/** Gives a text to the user as a file of a name, where the browser puts downloads. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(REFUSED, '-')
  link.click()
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
