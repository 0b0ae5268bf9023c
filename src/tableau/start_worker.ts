/**
 * Has the browser run the service worker (service/service_worker.ts), which shows what is pushed and says so when the
 * server cannot be reached. Browsers have none on pages without encryption. Without it the board works anyway.
 */
export function startWorker(): void {
  const files = new URL('.', import.meta.url).pathname.replace(/\/$/, '')
  void navigator.serviceWorker?.register(`/service-worker.js?actifs=${files}`).catch(() => undefined)
}
