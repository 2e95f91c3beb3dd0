/** Metro areas: name, latitude, longitude, weight. */
const LINES = `
  new_york 40.73 -73.99 100
  los_angeles 34.05 -118.24 70
  chicago 41.88 -87.63 50
  dallas 32.78 -96.8 42
  houston 29.76 -95.37 40
  washington 38.9 -77.04 34
  philadelphia 39.95 -75.17 33
  miami 25.76 -80.19 33
  atlanta 33.75 -84.39 33
  boston 42.36 -71.06 26
  phoenix 33.45 -112.07 26
  san_francisco 37.77 -122.42 25
  riverside 33.95 -117.4 24
  detroit 42.33 -83.05 23
  seattle 47.61 -122.33 21
  minneapolis 44.98 -93.27 19
  san_diego 32.72 -117.16 17
  tampa 27.95 -82.46 17
  denver 39.74 -104.99 15
  baltimore 39.29 -76.61 15
  st_louis 38.63 -90.2 14
  charlotte 35.23 -80.84 14
  portland 45.52 -122.68 13
  pittsburgh 40.44 -80 12
  austin 30.27 -97.74 12
  sacramento 38.58 -121.49 12
  las_vegas 36.17 -115.14 12
  cleveland 41.5 -81.69 11
  kansas_city 39.1 -94.58 11
  columbus 39.96 -83 11`;

type Metro = { name: string; latitude: number; longitude: number; weight: number };

export const METROS: readonly Metro[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [name = "", latitude, longitude, weight] = line.trim().split(" ");
    return { name, latitude: Number(latitude), longitude: Number(longitude), weight: Number(weight) };
  });

export const METRO_CENTERS = METROS.map((metro) => [metro.weight, metro] as const);
