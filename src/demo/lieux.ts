/** A place that a SIS of the demo serves, and streets there with invented numbers. */
interface Lieu {
  npa: string
  nom: string
  lat: number
  lon: number
  rues: string[]
}

/** Places that each SIS of the demo serves, by its key. The station is in the first. */
export const lieux: Record<string, Lieu[]> = {
  hs: [
    {
      npa: '2854',
      nom: 'Bassecourt',
      lat: 47.3392,
      lon: 7.2453,
      rues: ['Rue du Colonel-Hoffmeyer', 'Rue de la Gare', 'Chemin des Prés', 'Rue des Fontaines'],
    },
    {
      npa: '2855',
      nom: 'Glovelier',
      lat: 47.3349,
      lon: 7.2055,
      rues: ['Rue de l’Église', 'Rue de la Poste', 'Chemin du Bois'],
    },
    {
      npa: '2853',
      nom: 'Courfaivre',
      lat: 47.3349,
      lon: 7.2918,
      rues: ['Rue des Vergers', 'Rue du 23-Juin', 'Chemin de la Sorne'],
    },
    {
      npa: '2856',
      nom: 'Boécourt',
      lat: 47.3515,
      lon: 7.2099,
      rues: ['Route Principale', 'Chemin de la Côte'],
    },
    { npa: '2863', nom: 'Undervelier', lat: 47.3023, lon: 7.2247, rues: ['Route de la Vallée'] },
    { npa: '2864', nom: 'Soulce', lat: 47.3037, lon: 7.2701, rues: ['Rue du Milieu'] },
    { npa: '2857', nom: 'Montavon', lat: 47.3596, lon: 7.2371, rues: ['Chemin des Pâturages'] },
  ],
  test: [
    {
      npa: '2800',
      nom: 'Delémont',
      lat: 47.3649,
      lon: 7.3445,
      rues: ['Rue de la Gare', 'Avenue de la Sorne', 'Rue des Moulins', 'Rue du Stand'],
    },
    {
      npa: '2802',
      nom: 'Develier',
      lat: 47.3601,
      lon: 7.2968,
      rues: ['Rue de l’Église', 'Route de Porrentruy'],
    },
    {
      npa: '2852',
      nom: 'Courtételle',
      lat: 47.3413,
      lon: 7.3187,
      rues: ['Rue de la Préfecture', 'Rue Saint-Maurice'],
    },
    {
      npa: '2900',
      nom: 'Porrentruy',
      lat: 47.4153,
      lon: 7.0753,
      rues: ['Rue du Marché', 'Faubourg de France'],
    },
    { npa: '2942', nom: 'Alle', lat: 47.4257, lon: 7.1289, rues: ['Rue de l’Oiselier'] },
  ],
}
