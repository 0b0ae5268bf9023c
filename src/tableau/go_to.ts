/** Goes to another page of the board. */
export function goTo(path: string): void {
  dispatchEvent(new CustomEvent('caserne:navigate', { detail: path }))
}
