import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'

const ports = (env: Record<string, string>) => {
  const { DATA_PORT, AUTH_PORT, MAILBOX_SMTP_PORT, MAILBOX_IMAP_PORT } = readConfig(env)
  return [DATA_PORT, AUTH_PORT, MAILBOX_SMTP_PORT, MAILBOX_IMAP_PORT]
}

describe('ports', () => {
  it('derive from PORT, so that two checkouts run side by side', () => {
    expect(ports({ PORT: '5000' })).toEqual([5000, 5001, 5025, 5143])
  })

  it('are any free ports with PORT=0', () => {
    expect(ports({ PORT: '0' })).toEqual([0, 0, 0, 0])
  })

  it('may each be set, and the others still derive', () => {
    expect(ports({ PORT: '5000', AUTH_PORT: '6000' })).toEqual([5000, 6000, 5025, 5143])
    expect(ports({ DATA_PORT: '1', MAILBOX_IMAP_PORT: '2', MAILBOX_SMTP_PORT: '3' })).toEqual([1, 4001, 3, 2])
  })

  it('beyond the last possible one are a fault of PORT, unless they are set', () => {
    expect(() => readConfig({ PORT: '65500' })).toThrow(
      /^Configuration invalide :\n {2}PORT : les ports qui en dérivent dépassent 65535$/,
    )
    expect(ports({ PORT: '65500', MAILBOX_IMAP_PORT: '1143' })).toEqual([65500, 65501, 65525, 1143])
  })
})
