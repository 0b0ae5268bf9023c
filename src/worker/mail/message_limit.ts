/** Bytes of an attachment at most. */
export const ATTACHMENT_LIMIT = 25 * 1024 * 1024

/** Bytes of a message at most: an attachment at the limit, in base64, and some text around it. */
export const MESSAGE_LIMIT = 36 * 1024 * 1024

/** Why a message is `failed` that is larger. */
export const TOO_LARGE = 'Le message est trop grand (plus de 36 Mo).'
