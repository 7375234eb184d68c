/** The answers to the requests of examples.ts. Written by its test: `npx vitest run test/http/examples.test.ts -u`. */
export const EXAMPLE_ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/autocomplete/nl?search=amersf&per_page=2': {
    results: [
      {
        value: 'Amersfoort, ',
        label: 'Amersfoort',
        description: 'municipality in Utrecht',
        precision: 'GroupedCities',
        context: 'mn8j-eu2e',
      },
    ],
    pagination: { page: 1, per_page: 2, total_count: 1, total_pages: 1 },
  },
  '/v1/autocomplete/nl?search=1012JS%201&per_page=2': {
    results: [
      {
        value: 'Amsterdam, Dam 1',
        label: 'Dam 1',
        description: '1012JS Amsterdam',
        precision: 'House',
        context: 'hx3kqrrykmla.3ks1prve2w-yeyw',
      },
      {
        value: 'Amsterdam, Dam 1 A',
        label: 'Dam 1 A',
        description: '1012JS Amsterdam',
        precision: 'House',
        context: 'hx3kqrrykmlb.3ks1prve2w-5wa3',
      },
    ],
    pagination: { page: 1, per_page: 2, total_count: 3, total_pages: 2 },
  },
  '/v1/autocomplete/nl?search=julianastraat&near=52.38,4.63&per_page=2': {
    results: [
      {
        value: 'Julianastraat, ',
        label: 'Julianastraat',
        description: 'street in 4 places',
        precision: 'GroupedStreets',
        context: 'gnqfu9xigvuo-cjs1',
      },
      {
        value: 'Haarlem, Julianastraat ',
        label: 'Julianastraat',
        description: 'street in Haarlem',
        precision: 'Street',
        context: 'sn3v244r43yb.sl-mzia',
      },
    ],
    pagination: { page: 1, per_page: 2, total_count: 5, total_pages: 3 },
  },
  '/v1/autocomplete/nl?search=kalverstrat%201&explain=true&per_page=2': {
    results: [
      {
        value: 'Amsterdam, Kalverstraat 1',
        label: 'Kalverstraat 1',
        description: '1012NX Amsterdam',
        precision: 'House',
        context: 'hn3kqrrykmkh.3ks1prve2p-zy3f',
        explanation: ['fewest letters corrected: 1'],
      },
    ],
    pagination: { page: 1, per_page: 2, total_count: 1, total_pages: 1 },
  },
  '/v1/autocomplete/be?search=wetstr&per_page=2': {
    results: [
      {
        value: 'Brussel, Wetstraat ',
        label: 'Wetstraat',
        description: 'street in Brussel',
        precision: 'Street',
        context: 'sn1f1koq15x.vz7vckya8-81n3',
      },
    ],
    pagination: { page: 1, per_page: 2, total_count: 1, total_pages: 1 },
  },
  '/v1/autocomplete/be?search=wetstr&per_page=2&language=fr': {
    results: [
      {
        value: 'Bruxelles, Rue de la Loi ',
        label: 'Rue de la Loi',
        description: 'street in Bruxelles',
        precision: 'Street',
        context: 'sf1f1koq15x.vz7vckya8-3ipz',
      },
    ],
    pagination: { page: 1, per_page: 2, total_count: 1, total_pages: 1 },
  },
  '/v1/autocomplete/lu?search=grand-r&per_page=2': {
    results: [
      {
        value: 'Ettelbruck, Grand-Rue ',
        label: 'Grand-Rue',
        description: 'street in Ettelbruck',
        precision: 'Street',
        context: 'sf14.3j-munn',
      },
    ],
    pagination: { page: 1, per_page: 2, total_count: 1, total_pages: 1 },
  },
  '/v1/directmatch/nl/1012JS/1': [
    {
      city: 'Amsterdam',
      housenumber: '1',
      municipality: 'Amsterdam',
      postcode: '1012JS',
      province: 'Noord-Holland',
      street: 'Dam',
      location: { wgs84: [52.3729527, 4.8935644], rd: [121383.318, 487345.254] },
    },
    {
      city: 'Amsterdam',
      housenumber: '1',
      municipality: 'Amsterdam',
      postcode: '1012JS',
      province: 'Noord-Holland',
      street: 'Dam',
      location: { wgs84: [52.3729989, 4.8936229], rd: [121387.336, 487350.363] },
      houseletter: 'A',
    },
    {
      city: 'Amsterdam',
      housenumber: '1',
      municipality: 'Amsterdam',
      postcode: '1012JS',
      province: 'Noord-Holland',
      street: 'Dam',
      location: { wgs84: [52.373045, 4.8936814], rd: [121391.353, 487355.473] },
      houseletter: 'A',
      housenumberaddition: '2',
    },
  ],
  '/v1/directmatch/nl/1012JS/1/A2': [
    {
      city: 'Amsterdam',
      housenumber: '1',
      municipality: 'Amsterdam',
      postcode: '1012JS',
      province: 'Noord-Holland',
      street: 'Dam',
      location: { wgs84: [52.373045, 4.8936814], rd: [121391.353, 487355.473] },
      houseletter: 'A',
      housenumberaddition: '2',
    },
  ],
  '/v1/directmatch/be/1000/16': [
    {
      housenumber: '16',
      postcode: '1000',
      street: { fr: 'Rue de la Loi', nl: 'Wetstraat' },
      municipality: { fr: 'Bruxelles', nl: 'Brussel' },
      province: {
        de: 'Region Brüssel-Hauptstadt',
        fr: 'Région de Bruxelles-Capitale',
        nl: 'Brussels Hoofdstedelijk Gewest',
      },
      location: { wgs84: [50.84663, 4.36654], bd72: [149844.201, 170691.775] },
    },
  ],
  '/v1/directmatch/be/1000/16/Wetstraat': [
    {
      housenumber: '16',
      postcode: '1000',
      street: { fr: 'Rue de la Loi', nl: 'Wetstraat' },
      municipality: { fr: 'Bruxelles', nl: 'Brussel' },
      province: {
        de: 'Region Brüssel-Hauptstadt',
        fr: 'Région de Bruxelles-Capitale',
        nl: 'Brussels Hoofdstedelijk Gewest',
      },
      location: { wgs84: [50.84663, 4.36654], bd72: [149844.201, 170691.775] },
    },
  ],
  '/v1/directmatch/lu/9209/10': [
    {
      canton: 'Diekirch',
      city: 'Diekirch',
      district: 'Diekirch',
      housenumber: '10',
      municipality: 'Diekirch',
      postcode: '9209',
      street: "D'Baach aus",
      location: { wgs84: [49.87174, 6.15931] },
    },
  ],
  "/v1/directmatch/lu/L-9209/10/D'Baach%20aus": [
    {
      canton: 'Diekirch',
      city: 'Diekirch',
      district: 'Diekirch',
      housenumber: '10',
      municipality: 'Diekirch',
      postcode: '9209',
      street: "D'Baach aus",
      location: { wgs84: [49.87174, 6.15931] },
    },
  ],
  '/v1/radius/nl/52.3729527/4.8935644': {
    city: 'Amsterdam',
    housenumber: '1',
    municipality: 'Amsterdam',
    postcode: '1012JS',
    province: 'Noord-Holland',
    street: 'Dam',
    location: { wgs84: [52.3729527, 4.8935644], rd: [121383.318, 487345.254] },
  },
  '/v1/radius/nl/52.3729527/4.8935644/20?per_page=2': {
    results: [
      {
        city: 'Amsterdam',
        housenumber: '1',
        municipality: 'Amsterdam',
        postcode: '1012JS',
        province: 'Noord-Holland',
        street: 'Dam',
        location: { wgs84: [52.3729527, 4.8935644], rd: [121383.318, 487345.254] },
      },
      {
        city: 'Amsterdam',
        housenumber: '1',
        municipality: 'Amsterdam',
        postcode: '1012JS',
        province: 'Noord-Holland',
        street: 'Dam',
        location: { wgs84: [52.3729989, 4.8936229], rd: [121387.336, 487350.363] },
        houseletter: 'A',
      },
    ],
    pagination: { page: 1, per_page: 2, total_count: 3, total_pages: 2 },
  },
};
