import { afterEach, describe, expect, it } from 'vitest'
import { HostList } from '../../src/text/host_list.ts'
import { Outbound, Unanswered } from '../../src/worker/envois/outbound.ts'
import { useNameServer } from '../support/name_server.ts'
import { useReceiver } from '../worker/envois/webhook_receiver.ts'

// Owners of a webhook or device choose the name that a worker looks up, and the server that answers for it.
const dns = useNameServer()
const receiver = useReceiver()
const opened: Outbound[] = []
// An open network has the port judged with the address that a name leads to.
const elsewhereOpen = '198.51.100.1:*'
const outbound = (open: string) => {
  const made = new Outbound(HostList.of(open), [dns.address()])
  opened.push(made)
  return made
}
const LONG_MS = 600_000
const post = (from: Outbound, url: string) => from.post(url, {}, '{}', LONG_MS)

afterEach(() => {
  for (const each of opened.splice(0)) each.close()
})
const elsewhere = 'L’adresse mène à une machine que cette installation n’appelle pas (DELIVERY_HOSTS).'

describe('a name', () => {
  it.each([
    ['of this machine', ['127.0.0.1']],
    ['of no machine', ['0.0.0.0']],
    ['of a private network', ['10.0.0.1', '192.168.1.1', '172.16.0.1']],
    ['of a carrier', ['100.64.0.1']],
    ['of the secrets of a cloud', ['169.254.169.254']],
    ['of this machine in IPv6', ['0:0:0:0:0:0:0:1']],
    ['of an IPv4-mapped address', ['0:0:0:0:0:ffff:7f00:1']],
    ['of an IPv4-translated address', ['0:0:0:0:ffff:0:7f00:1']],
    ['of NAT64', ['64:ff9b:0:0:0:0:7f00:1']],
    ['of a tunnel', ['2002:7f00:1:0:0:0:0:0']],
    ['of the link', ['fe80:0:0:0:0:0:0:1']],
    ['of a private network in IPv6', ['fd00:0:0:0:0:0:0:1']],
    ['of documentation', ['192.0.2.1', '198.51.100.2', '203.0.113.1']],
    ['of a reserved network in IPv6', ['4000:0:0:0:0:0:0:1']],
  ])('%s is not called', async (_, addresses) => {
    dns.name('hook.example.org', addresses)
    const from = outbound(elsewhereOpen)
    for (const url of [
      `https://hook.example.org:${receiver.port()}/`,
      `https://HOOK.example.org.:${receiver.port()}/`,
    ])
      await expect(post(from, url)).rejects.toEqual(new Unanswered(elsewhere))
    expect(receiver.received).toEqual([])
  })

  it.each(['localhost', 'localhost.', 'LOCALHOST', 'a.localhost'])('%s is this machine', async (host) => {
    await expect(post(outbound(elsewhereOpen), `https://${host}:${receiver.port()}/`)).rejects.toEqual(
      new Unanswered(elsewhere),
    )
  })

  it('leads to the address that was checked, whatever it leads to a moment later', async () => {
    dns.name('rebind.example.org', ['127.0.0.1'], ['127.0.0.77'])
    const from = outbound('127.0.0.0/8:*')
    const url = `http://rebind.example.org:${receiver.port()}/`
    for (let n = 0; n < 3; n += 1) expect(await post(from, url)).toMatchObject({ status: 204 })
    expect(dns.asked.filter((each) => each === 'A rebind.example.org')).toHaveLength(1)
  })

  it.each([
    ['by another port', 'http://open.example.org:8081/', '127.0.0.1:8080'],
    ['by another name', 'http://shut.example.org:8080/', 'open.example.org:8080'],
    ['by a usual port, where the operator named another', 'https://open.example.org/', '127.0.0.1:8080'],
  ])('of an open host is not called %s', async (_, url, open) => {
    dns.name('open.example.org', ['127.0.0.1'])
    dns.name('shut.example.org', ['127.0.0.1'])
    await expect(post(outbound(open), url)).rejects.toThrow(Unanswered)
    expect(receiver.received).toEqual([])
  })

  it('that the operator opens is called', async () => {
    dns.name('open.example.org', ['127.0.0.1'])
    const port = receiver.port()
    const from = outbound(`open.example.org:${port}`)
    expect(await post(from, `http://open.example.org:${port}/`)).toMatchObject({ status: 204 })
  })

  it('that does not exist is reported', async () => {
    dns.name('nobody.example.org', [])
    await expect(post(outbound(elsewhereOpen), 'https://nobody.example.org/')).rejects.toEqual(
      new Unanswered('Le nom du service n’existe pas.'),
    )
  })
})

it('names whose servers never answer hold up no other', async () => {
  dns.name('push.example.org', ['127.0.0.1'])
  const from = outbound('127.0.0.0/8:*')
  const asked = () => dns.asked.filter((each) => each.startsWith('A lent-')).length
  for (let n = 0; n < 20; n += 1)
    from.post(`http://lent-${n}.example.org/`, {}, '{}', LONG_MS).catch(() => undefined)
  await expect.poll(asked, { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(20)
  expect(await post(from, `http://push.example.org:${receiver.port()}/`)).toMatchObject({ status: 204 })
})
