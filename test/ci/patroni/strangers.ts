import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '../../support/smtp.ts'
import { askMachine } from './ask_machine.ts'
import type { Cluster } from './cluster.ts'
import { PASSWORD } from './cluster_files.ts'

// A certificate that the cluster's authority has not signed.
const forged = makeCertificate()

async function connect(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect().finally(() => client.end().catch(() => undefined))
}

/** The tests of a stranger: somebody in the same network, with the cluster's addresses. @param cluster is running */
export function refuseStrangers(cluster: () => Cluster): void {
  describe('a stranger', () => {
    const patroni = () => `https://127.0.0.1:${cluster().inner.rest}`
    const changes = [
      ['PATCH', '/config', '{"synchronous_mode":false}'],
      ['POST', '/switchover', '{"leader":"node1"}'],
      ['POST', '/restart', '{}'],
      ['POST', '/failsafe', '{}'],
    ] as const

    it.each(changes)(
      'cannot %s %s of Patroni with the password alone, or a certificate alone',
      async (...change) => {
        const [method, path, body] = change
        const auth = `patroni:${PASSWORD}`
        const { ca, cert, key } = cluster().certificate
        expect(await askMachine(patroni() + path, { ca, method, body })).toBe(403)
        expect(await askMachine(patroni() + path, { ca, method, body, auth })).toBe(403)
        if (path !== '/failsafe')
          expect(await askMachine(patroni() + path, { ca, method, body, cert, key })).toBe(401)
        expect(await askMachine(patroni() + path, { ca, method, body, ...forged, auth })).toBe(0)
        const plain = `http://127.0.0.1:${cluster().inner.rest}${path}`
        await expect(fetch(plain, { method, body })).rejects.toThrow('fetch failed')
      },
    )

    it('reads and writes nothing of etcd, as a client or as a peer', async () => {
      const { client, peer } = cluster().inner.etcd
      const { ca, cert, key } = cluster().certificate
      const leader = `https://127.0.0.1:${client}/v2/keys/service/caserne/leader`
      expect(await askMachine(leader, { ca, cert, key })).toBe(200)
      for (const own of [{}, forged]) {
        expect(await askMachine(leader, { ca, ...own })).toBe(0)
        expect(await askMachine(leader, { ca, ...own, method: 'DELETE' })).toBe(0)
        expect(await askMachine(`https://127.0.0.1:${peer}/members`, { ca, ...own })).toBe(0)
      }
    })

    it('sees no password of the cluster in the clear: its logins are refused without TLS', async () => {
      const { postgres } = cluster().inner
      for (const [login, query] of [
        ['rewind', ''],
        ['replication', '?replication=true'],
      ])
        await expect(
          connect(`postgres://${login}:${PASSWORD}@127.0.0.1:${postgres}/postgres${query}`),
        ).rejects.toThrow(/no pg_hba\.conf entry|pg_hba\.conf rejects connection/)
    })

    it('is not missed: an operator lists the machines with the same settings', () => {
      const said = execFileSync('patronictl', ['-c', cluster().settings, 'list'], { encoding: 'utf8' })
      expect(said.match(/Leader|Sync Standby|Replica/g)?.toSorted()).toEqual([
        'Leader',
        'Replica',
        'Sync Standby',
      ])
    })
  })
}
