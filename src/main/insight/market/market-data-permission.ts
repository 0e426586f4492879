import type { MarketDataPermission } from '#shared/model/app/connection.ts'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'

/** The access of the token to the data of one market. */
export interface MarketAccess {
  /** The best quote level allowed, as the service sends it; `null` if no permission covers this market. */
  readonly quoteLevel: string | null
  /** The delay of quotes in minutes; `null` if no permission covers this market, or if all forbid it. */
  readonly delayMinutes: number | null
  readonly isForbidden: boolean
}

const forbidden = 'QUOTE_LEVEL_ACCESS_FORBIDDEN'
/** The known levels, lowest first. */
const levels = [
  forbidden,
  'QUOTE_LEVEL_LAST_PRICE',
  'QUOTE_LEVEL_BEST_BID_OFFER',
  'QUOTE_LEVEL_DEPTH_OF_MARKET',
  'QUOTE_LEVEL_DEPTH_OF_BOOK',
]

/**
 * Finds the access to a market. The most specific permission applies: that of the market itself, then of its country,
 * of its continent, of the world. Of several for the same place, the best applies.
 */
export function marketAccess(permissions: readonly MarketDataPermission[], mic: string): MarketAccess {
  const applying = applyingPermissions(permissions, mic)
  const allowed = applying.filter(({ quoteLevel }) => quoteLevel !== forbidden)
  return {
    quoteLevel: bestLevel(applying.map(({ quoteLevel }) => quoteLevel)),
    delayMinutes: allowed.length === 0 ? null : Math.min(...allowed.map(({ delayMinutes }) => delayMinutes)),
    isForbidden: applying.length > 0 && allowed.length === 0,
  }
}

function applyingPermissions(
  permissions: readonly MarketDataPermission[],
  mic: string,
): readonly MarketDataPermission[] {
  const scopes: readonly ((permission: MarketDataPermission) => boolean)[] = [
    (permission) => permission.mic !== '' && permission.mic === mic,
    ({ country }) => country !== '' && isInCountry(mic, country),
    ({ continent }) => continent !== '' && isOnContinent(mic, continent),
    ({ isWorldwide }) => isWorldwide,
  ]
  return scopes.map((isCovered) => permissions.filter(isCovered)).find((found) => found.length > 0) ?? []
}

/** An unknown level counts as above the known ones, so that no access is refused by mistake. */
const heightOf = (level: string): number => (levels.includes(level) ? levels.indexOf(level) : levels.length)

const bestLevel = (given: readonly string[]): string | null =>
  given.reduce<string | null>((best, level) => (best === null || heightOf(level) > heightOf(best) ? level : best), null)

/**
 * Whether a quote level (as the service sends it; `null` if not known) forbids a part of an instrument's screen.
 * Reference data need no level.
 */
export function isPartForbidden(part: InstrumentPart, quoteLevel: string | null): boolean {
  if (quoteLevel === null || (part !== 'book' && part !== 'trades')) return false
  const minLevel = part === 'book' ? 'QUOTE_LEVEL_DEPTH_OF_MARKET' : 'QUOTE_LEVEL_LAST_PRICE'
  return heightOf(quoteLevel) < heightOf(minLevel)
}

/** Returns the market code of a symbol `ticker@mic`; the whole text if it contains no `@`. */
export const micOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('@') + 1)

/** ISO 3166 codes of two and three letters, English name, continent, and the codes of its markets (ISO 10383). */
type CountryRow = readonly [alpha2: string, alpha3: string, name: string, continent: string, mics: string]

/**
 * The countries of the best-known markets, for permissions that name a country or a continent, because the service does
 * not send the countries of markets. Segment codes are listed with the code of their exchange. A market that is not in
 * this list belongs to no country.
 */
const countries: readonly CountryRow[] = [
  ['US', 'USA', 'United States', 'NA', usMics()],
  ['CA', 'CAN', 'Canada', 'NA', 'XTSE XTSX XTNX XCNQ NEOE XMOD XATS'],
  ['MX', 'MEX', 'Mexico', 'NA', 'XMEX BIVA XEMD'],
  ['BR', 'BRA', 'Brazil', 'SA', 'BVMF XBSP'],
  ['AR', 'ARG', 'Argentina', 'SA', 'XBUE XROX'],
  ['CL', 'CHL', 'Chile', 'SA', 'XSGO'],
  ['CO', 'COL', 'Colombia', 'SA', 'XBOG'],
  ['PE', 'PER', 'Peru', 'SA', 'XLIM'],
  ['RU', 'RUS', 'Russia', 'EU', 'MISX RTSX RUSX XPET SPIM MOEX XPIC'],
  ['GB', 'GBR', 'United Kingdom', 'EU', 'XLON IFEU XLME AIMX BATE CHIX TRQX NEXX IFLL IFLX'],
  ['DE', 'DEU', 'Germany', 'EU', 'XETR XFRA XEUR XEEE XSTU XBER XDUS XHAM XMUN XHAN XGAT XETA XETB'],
  ['FR', 'FRA', 'France', 'EU', 'XPAR XMAT XMON ALXP XMLI'],
  ['NL', 'NLD', 'Netherlands', 'EU', 'XAMS XEUE TQEX CEUX'],
  ['BE', 'BEL', 'Belgium', 'EU', 'XBRU ALXB'],
  ['PT', 'PRT', 'Portugal', 'EU', 'XLIS'],
  ['ES', 'ESP', 'Spain', 'EU', 'XMAD XMCE XMRV XBAR XVAL XBIL'],
  ['IT', 'ITA', 'Italy', 'EU', 'XMIL MTAA ETFP MOTX XDMI'],
  ['CH', 'CHE', 'Switzerland', 'EU', 'XSWX XVTX XQMH XBRN'],
  ['AT', 'AUT', 'Austria', 'EU', 'XWBO'],
  ['IE', 'IRL', 'Ireland', 'EU', 'XDUB XMSM'],
  ['SE', 'SWE', 'Sweden', 'EU', 'XSTO FNSE XNGM'],
  ['NO', 'NOR', 'Norway', 'EU', 'XOSL'],
  ['DK', 'DNK', 'Denmark', 'EU', 'XCSE'],
  ['FI', 'FIN', 'Finland', 'EU', 'XHEL'],
  ['IS', 'ISL', 'Iceland', 'EU', 'XICE'],
  ['LU', 'LUX', 'Luxembourg', 'EU', 'XLUX'],
  ['PL', 'POL', 'Poland', 'EU', 'XWAR'],
  ['CZ', 'CZE', 'Czechia', 'EU', 'XPRA'],
  ['HU', 'HUN', 'Hungary', 'EU', 'XBUD'],
  ['GR', 'GRC', 'Greece', 'EU', 'XATH'],
  ['TR', 'TUR', 'Turkey', 'AS', 'XIST'],
  ['IL', 'ISR', 'Israel', 'AS', 'XTAE'],
  ['SA', 'SAU', 'Saudi Arabia', 'AS', 'XSAU'],
  ['AE', 'ARE', 'United Arab Emirates', 'AS', 'XDFM XADS DIFX'],
  ['KZ', 'KAZ', 'Kazakhstan', 'AS', 'XKAZ AIXK'],
  ['IN', 'IND', 'India', 'AS', 'XNSE XBOM XIMC'],
  ['CN', 'CHN', 'China', 'AS', 'XSHG XSHE XSGE XDCE XZCE CCFX SHSC SZSC'],
  ['HK', 'HKG', 'Hong Kong', 'AS', 'XHKG XHKF XGEM'],
  ['TW', 'TWN', 'Taiwan', 'AS', 'XTAI ROCO XTAF'],
  ['JP', 'JPN', 'Japan', 'AS', 'XTKS XJPX XOSE XTKT XNGO XFKA XSAP XTAM'],
  ['KR', 'KOR', 'South Korea', 'AS', 'XKRX XKOS XKFE'],
  ['SG', 'SGP', 'Singapore', 'AS', 'XSES XSIM'],
  ['MY', 'MYS', 'Malaysia', 'AS', 'XKLS'],
  ['TH', 'THA', 'Thailand', 'AS', 'XBKK TFEX'],
  ['ID', 'IDN', 'Indonesia', 'AS', 'XIDX'],
  ['PH', 'PHL', 'Philippines', 'AS', 'XPHS'],
  ['VN', 'VNM', 'Vietnam', 'AS', 'XSTC HSTC'],
  ['AU', 'AUS', 'Australia', 'OC', 'XASX XSFE'],
  ['NZ', 'NZL', 'New Zealand', 'OC', 'XNZE'],
  ['ZA', 'ZAF', 'South Africa', 'AF', 'XJSE XSAF'],
  ['EG', 'EGY', 'Egypt', 'AF', 'XCAI'],
  ['NG', 'NGA', 'Nigeria', 'AF', 'XNSA'],
]

function usMics(): string {
  const shares =
    'XNYS ARCX XASE XNAS XNGS XNMS XNCM BATS BATY EDGA EDGX IEXG XCHI XCIS MEMX MPRL LTSE OTCM PINX EXPM XOTC PSGM'
  const options = 'OPRA AMXO ARCO XCBO XPHL XISX XMIO C2OX XBXO XNDQ MCRY GMNI EMLD'
  const futures = 'XCME XCBT XNYM XCEC GLBX IFUS XCBF CBSX'
  return `${shares} ${options} ${futures}`
}

const continentNames: Readonly<Record<string, readonly string[]>> = {
  NA: ['north america', 'america', 'americas'],
  SA: ['south america', 'latin america', 'america', 'americas'],
  EU: ['europe'],
  AS: ['asia'],
  AF: ['africa'],
  OC: ['oceania', 'australia'],
}

const placeByMic: ReadonlyMap<string, CountryRow> = new Map(
  countries.flatMap((row) => row[4].split(' ').map((mic) => [mic, row] as const)),
)

const normalize = (name: string): string => name.trim().toLowerCase().replaceAll(/[_-]+/g, ' ')

/** Whether a market is known to be in a country, given by its ISO code or English name. */
function isInCountry(mic: string, country: string): boolean {
  const row = placeByMic.get(mic)
  return row !== undefined && row.slice(0, 3).some((name) => normalize(name) === normalize(country))
}

/** Whether a market is known to be on a continent, which is given as two letters or as an English name. */
export function isOnContinent(mic: string, continent: string): boolean {
  const code = placeByMic.get(mic)?.[3]
  if (code === undefined) return false
  return normalize(code) === normalize(continent) || (continentNames[code] ?? []).includes(normalize(continent))
}
