// The package has no types. Only what is used here.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface Parameters {
    version: 'aes128gcm'
    /** The other's public key, in base64url. */
    dh: string
    /** In base64url. */
    authSecret: string
    privateKey: ECDH
  }

  function encrypt(buffer: Buffer, parameters: Parameters): Buffer
  const ece: { encrypt: typeof encrypt }
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default ece
}
