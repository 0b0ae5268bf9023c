/** Limits of reading one message; beyond them it is `failed`. */
export interface ReadingLimits {
  milliseconds: number
  /** Megabytes by which the process may grow meanwhile. */
  megabytes: number
}

/** An honest report takes less than a second and some tens of megabytes. */
export const LIMITS: ReadingLimits = { milliseconds: 10_000, megabytes: 600 }

/** Highest size of an attachment in bytes. */
export const ATTACHMENT_LIMIT = 25 * 1024 * 1024

/** Highest size of a message in bytes: an attachment at its limit, in base64, and some text around it. */
export const MESSAGE_LIMIT = 36 * 1024 * 1024

/** Reason of a larger message. */
export const TOO_LARGE = 'Le message est trop grand (plus de 36 Mo).'

/** Reason of a message that needs more memory. */
export const TOO_MUCH_MEMORY = 'La lecture du message a demandé trop de mémoire.'

/** Part of a message unfolds into more than any honest message holds. */
export class TooMuchMemory extends Error {
  override readonly name = 'TooMuchMemory'
  constructor() {
    super(TOO_MUCH_MEMORY)
  }
}

/** Reason of a message that takes longer. */
export function tooLong({ milliseconds }: ReadingLimits): string {
  return `La lecture du message a pris trop de temps (plus de ${milliseconds / 1_000} s).`
}
