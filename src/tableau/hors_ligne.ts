const RETRY_MS = 2_000

// The page that was asked for is asked for again as soon as the server answers.
async function retry(): Promise<void> {
  const answer = await fetch('/ready', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
  else setTimeout(() => void retry(), RETRY_MS)
}

document.querySelector('button')?.addEventListener('click', () => location.reload())
void retry()
