/** An address whose password and other secrets are replaced by stars; the rest stays readable. */
export function maskAddress(address: URL): string {
  const url = new URL(address)
  if (url.password !== '') url.password = '***'
  for (const key of [...url.searchParams.keys()])
    if (/pass|secret/i.test(key)) url.searchParams.set(key, '***')
  return url.href
}
