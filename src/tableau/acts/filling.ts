const ASK_MS = 2_000

/** `filling` while the past of the demo is being loaded, `filled` once it has just come. */
let state: 'whole' | 'filling' | 'filled' = 'whole'
let isKnown = false

/** How far the demo is. */
export function fillingState(): typeof state {
  return state
}

/** Notes that what is shown now is the whole demo. */
export function showWhole(): void {
  state = 'whole'
}

/** Asks the server of the demo until it is whole. @param changed called when `fillingState` has changed */
export async function followFilling(changed: () => void): Promise<void> {
  while (await isFilling()) {
    if (isKnown && state !== 'filling') {
      state = 'filling'
      changed()
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  if (state !== 'filling') return
  state = 'filled'
  changed()
}

// A server that does not answer has not finished.
async function isFilling(): Promise<boolean> {
  const answer = await fetch('/ready', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return !isKnown || state === 'filling'
  isKnown = true
  return ((await answer.json()) as { filling?: boolean }).filling === true
}
