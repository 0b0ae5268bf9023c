import type { Notifications } from './listener.ts'

/** Tells the streams of a SIS, at all servers, that an alarm was answered there. Called after the commit. */
export function announceReponse(listener: Notifications, sisKey: string | null): void {
  if (sisKey !== null) listener.announce('caserne_alarmes', sisKey)
}
