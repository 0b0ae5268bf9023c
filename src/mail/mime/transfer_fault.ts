const plain = ['', '7bit', '8bit', 'binary']

/**
 * French reason why the transfer encoding shows that a part's bytes are not those that were sent, or null.
 */
export function transferFault(encoding: string, raw: Buffer): string | null {
  if (plain.includes(encoding)) return null
  const text = raw.toString('latin1')
  if (encoding === 'base64') {
    const signs = text.replace(/[\r\n\t ]+/g, '')
    const whole = signs.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(signs)
    return whole ? null : 'Le texte du message est abîmé ou tronqué (base64).'
  }
  if (encoding === 'quoted-printable') {
    const whole = !/=(?![0-9A-Fa-f]{2}|[ \t]*\r?\n|[ \t]*$)/.test(text)
    return whole ? null : 'Le texte du message est abîmé (quoted-printable).'
  }
  return 'Le texte du message est codé d’une façon inconnue.'
}
