/** What reading one message may take; beyond it is `failed`. */
export interface ReadingLimits {
  milliseconds: number
  /** By which the process that reads it may grow meanwhile. */
  megabytes: number
}

/** An honest report takes less than a second, and some tens of megabytes. */
export const LIMITS: ReadingLimits = { milliseconds: 10_000, megabytes: 600 }

/** Bytes of an attachment at most. */
export const ATTACHMENT_LIMIT = 25 * 1024 * 1024

/** Bytes of a message at most: an attachment at the limit, in base64, and some text around it. */
export const MESSAGE_LIMIT = 36 * 1024 * 1024

/** Why a message is `failed` that is larger. */
export const TOO_LARGE = 'Le message est trop grand (plus de 36 Mo).'

/** Why a message is `failed` that asks for more memory. */
export const TOO_MUCH_MEMORY = 'La lecture du message a demandé trop de mémoire.'

/** That something in a message unfolds into more than anybody can mean. */
export class TooMuchMemory extends Error {
  override readonly name = 'TooMuchMemory'
  constructor() {
    super(TOO_MUCH_MEMORY)
  }
}

/** Why a message is `failed` that takes longer. */
export function tooLong({ milliseconds }: ReadingLimits): string {
  return `La lecture du message a pris trop de temps (plus de ${milliseconds / 1_000} s).`
}
