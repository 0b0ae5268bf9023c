/**
 * IANA's registries of special-purpose addresses (RFC 6890) as of 2024-10-22, with RFC 9780 of 2025. Blocks within a
 * larger block of the table are left out. Some blocks are globally reachable, such as those of AS112, but nobody's
 * service is there.
 * https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry
 */
export const SPECIAL = [
  '0.0.0.0/8', // this network (RFC 791)
  '10.0.0.0/8', // private use (RFC 1918)
  '100.64.0.0/10', // carriers' networks (RFC 6598)
  '127.0.0.0/8', // this machine (RFC 1122)
  '169.254.0.0/16', // the link (RFC 3927), where clouds tell machines secrets, at 169.254.169.254
  '172.16.0.0/12', // private use (RFC 1918)
  '192.0.0.0/24', // protocol assignments (RFC 6890), with those of RFC 7335, 7600, 7723, 8155 and 8880
  '192.0.2.0/24', // documentation (RFC 5737)
  '192.31.196.0/24', // AS112 (RFC 7535)
  '192.52.193.0/24', // automatic multicast tunnels (RFC 7450)
  '192.88.99.0/24', // relays of 6to4 (RFC 7526) and 6a44 (RFC 6751)
  '192.168.0.0/16', // private use (RFC 1918)
  '192.175.48.0/24', // AS112 (RFC 7534)
  '198.18.0.0/15', // benchmarks (RFC 2544)
  '198.51.100.0/24', // documentation (RFC 5737)
  '203.0.113.0/24', // documentation (RFC 5737)
  '240.0.0.0/4', // reserved (RFC 1112), with the limited broadcast (RFC 8190)
  '::/128', // unspecified (RFC 4291)
  '::1/128', // this machine (RFC 4291)
  '::ffff:0:0/96', // IPv4-mapped (RFC 4291)
  '64:ff9b:1::/48', // local NAT64 (RFC 8215)
  '100::/64', // discarded (RFC 6666)
  '100:0:0:1::/64', // dummy prefix (RFC 9780)
  '2001::/23', // protocol assignments (RFC 2928), with Teredo, ORCHID and those of RFC 5180, 7723, 8155, 9374 and 9665
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4 (RFC 3056), which ends at any IPv4 address that its writer chose
  '2620:4f:8000::/48', // AS112 (RFC 7534)
  '3fff::/20', // documentation (RFC 9637)
  '5f00::/16', // segment routing (RFC 9602)
  'fc00::/7', // unique local (RFC 4193)
  'fe80::/10', // the link (RFC 4291)
] as const

/** Addresses that other registries of IANA keep from the Internet's hosts. */
export const RESERVED = [
  '224.0.0.0/4', // multicast (RFC 5771)
  '::/96', // IPv4 addresses in the old notation (RFC 4291)
  '::ffff:0:0:0/96', // translated to IPv4 (RFC 2765), to any address that their writer chose
  'fec0::/10', // site-local (RFC 3879)
  'ff00::/8', // multicast (RFC 4291)
] as const

/** NAT64 (RFC 6052): the registered block whose addresses lead to the IPv4 address in their last four bytes. */
export const NAT64 = '64:ff9b::/96'

/** The only block of IPv6 from which IANA assigns addresses to hosts of the Internet (RFC 4291). */
export const GLOBAL_6 = '2000::/3'
