const number = String.raw`(-?\d+(?:\.\d+)?)`
const comma = '(?:,|%2c|;|\\+|%20)+'

// The place of links to maps: map.geo.admin.ch, Google, OpenStreetMap, Apple; and of geo: (RFC 5870). In metres either
// order may come; in degrees the latitude comes first.
const links = [
  new RegExp(`^geo\\.admin\\.ch/\\S*?[?&#](?:e|y)=${number}&(?:n|x)=${number}`, 'i'),
  new RegExp(`^geo\\.admin\\.ch/\\S*?[?&#](?:n|x)=${number}&(?:e|y)=${number}`, 'i'),
  new RegExp(
    `^geo\\.admin\\.ch/\\S*?[?&#](?:center|swisssearch|crosshair)=(?:[a-z]+,)?${number}${comma}${number}`,
    'i',
  ),
  new RegExp(`^(?:google\\.\\S*|goo\\.gl\\S*)!3d${number}!4d${number}`, 'i'),
  new RegExp(
    `^(?:google\\.|apple\\.)\\S*?[?&](?:q|query|ll|sll|daddr|destination|center|viewpoint|cbll)=(?:loc:)?${number}${comma}${number}`,
    'i',
  ),
  new RegExp(`^google\\.\\S*?/(?:@|place/|search/|dir/\\S*?/)${number}${comma}${number}`, 'i'),
  new RegExp(`^openstreetmap\\.\\S*?[?&]mlat=${number}&mlon=${number}`, 'i'),
  new RegExp(`^(?:openstreetmap|osm)\\.\\S*?#map=\\d+(?:\\.\\d+)?/${number}/${number}`, 'i'),
  new RegExp(`^geo:${number},${number}`, 'i'),
]

// The host of a link to a map.
const host = /geo\.admin\.ch\/|google\.|goo\.gl|apple\.|openstreetmap\.|osm\.|(?<![a-z])geo:/i
// Each link is read to this length only, because the time grows with the square of its length.
const LENGTH_LIMIT = 2_000
const MOST_LINKS = 100

/** The numbers of the first link to a place on a map, in the order of the link; null when there is none. */
export function readMapLink(text: string): [number, number] | null {
  let looks = 0
  for (const [word] of text.matchAll(/\S+/g)) {
    const at = word.search(host)
    if (at < 0) continue
    looks += 1
    if (looks > MOST_LINKS) return null
    const pair = readLink(word.slice(at, at + LENGTH_LIMIT))
    if (pair) return pair
  }
  return null
}

function readLink(address: string): [number, number] | null {
  for (const link of links) {
    const [, first, second] = link.exec(address) ?? []
    if (first !== undefined && second !== undefined) return [Number(first), Number(second)]
  }
  return null
}
