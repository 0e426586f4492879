/** A share: ticker, name, price, sector, sub-sector. */
export type IssuerRow = readonly [ticker: string, name: string, price: number, sector: string, subSector: string]

const energy = ['Energy', 'Oil & Gas'] as const
const metals = ['Materials', 'Metals & Mining'] as const
const chemicals = ['Materials', 'Chemicals'] as const
const finance = ['Financials', 'Banks'] as const
const telecom = ['Communication Services', 'Telecom'] as const
const technology = ['Information Technology', 'Software'] as const
const retail = ['Consumer Staples', 'Food Retail'] as const
const transport = ['Industrials', 'Transportation'] as const
const power = ['Utilities', 'Electric Utilities'] as const
const housing = ['Real Estate', 'Homebuilding'] as const
const health = ['Health Care', 'Pharmaceuticals'] as const

/** Shares of MISX. Beyond the first few, which the documentation's examples name, the issuers are invented. */
export const russianIssuers: readonly IssuerRow[] = [
  ['SBER', 'Сбербанк', 285.05, ...finance],
  ['YDEX', 'Яндекс', 4344.5, ...technology],
  ['AFLT', 'Аэрофлот', 62.76, ...transport],
  ['SVNF', 'Северная нефть', 612.4, ...energy],
  ['UGAZ', 'Уралгаз', 148.22, ...energy],
  ['TAIG', 'Тайга Ойл', 3920, ...energy],
  ['KAMN', 'Каменный мыс', 88.14, ...energy],
  ['PRBR', 'Прибрежнефть', 1254.5, ...energy],
  ['SVMT', 'Северный металл', 1312.6, ...metals],
  ['URST', 'Уральская сталь', 54.18, ...metals],
  ['ZOLT', 'Золото Колымы', 2087, ...metals],
  ['MEDN', 'Медная гора', 214.7, ...metals],
  ['ALTN', 'Алтай Никель', 16420, ...metals],
  ['RUDA', 'Рудник Заполярный', 7.942, ...metals],
  ['VLHM', 'Волгахим', 6815, ...chemicals],
  ['AGRN', 'Агронитрат', 1478.8, ...chemicals],
  ['POLM', 'Полимер Поволжья', 93.55, ...chemicals],
  ['VBNK', 'Волжский банк', 98.31, ...finance],
  ['NEVB', 'Невский кредит', 412.9, ...finance],
  ['BIRZ', 'Восточная биржа', 184.66, ...finance],
  ['STRH', 'Страховой дом «Кремень»', 0.9412, ...finance],
  ['DALB', 'Дальбанк', 12.475, ...finance],
  ['VLTK', 'Волга Телеком', 71.3, ...telecom],
  ['SIBS', 'Сибирь Связь', 243.15, ...telecom],
  ['MAYK', 'Маяк Медиа', 518, ...telecom],
  ['KODR', 'Кодер', 1866, ...technology],
  ['OBLK', 'Облако Плюс', 732.5, ...technology],
  ['RBTX', 'Роботех', 143.84, ...technology],
  ['SHFR', 'Шифр Безопасность', 2410, ...technology],
  ['LAVK', 'Лавка у дома', 3345.5, ...retail],
  ['HLEB', 'Хлебный ряд', 129.4, ...retail],
  ['MOLK', 'Молочная река', 57.92, ...retail],
  ['SADY', 'Сады Кубани', 886, ...retail],
  ['RELS', 'Рельс Логистика', 417.3, ...transport],
  ['PORT', 'Порт Северный', 11.265, ...transport],
  ['KRYL', 'Крылья Сибири', 35.71, ...transport],
  ['FLOT', 'Балтийский флот', 96.44, ...transport],
  ['GIDR', 'Гидроэнерго', 0.5214, ...power],
  ['SETI', 'Сети Центра', 0.08735, ...power],
  ['TEPL', 'Тепло Урала', 4.0215, ...power],
  ['VETR', 'Ветропарк', 3.1175, ...power],
  ['DOMA', 'Дома и кварталы', 672.1, ...housing],
  ['KIRP', 'Кирпичный двор', 1178, ...housing],
  ['BRSK', 'Берёзка Девелопмент', 245.6, ...housing],
  ['APTK', 'Аптека Ромашка', 13.628, ...health],
  ['BIOF', 'Биофарм Сколково', 437.2, ...health],
  ['GEND', 'Геном Диагностика', 1052, ...health],
]

/** Invented American issuers: word, kind of business, sector and sub-sector in turn. */
export const americanWords: readonly string[] =
  `Alder Birch Cedar Dogwood Elmira Fairmont Glenwood Harbor Ironwood Juniper Kestrel Larkspur Meridian Northfield Oakhurst
  Pinecrest Quarry Redstone Summit Timberline Upland Vantage Westbrook Yarrow Zephyr Ashford Brightwater Copperfield Driftwood
  Evergreen Foxglove Graystone Hawthorn Inverness Jasper Kingfisher Lakeshore Mapleton Nightingale Orchard Palisade Quillon
  Riverbend Stonegate Tidewater Umber Valley Willow Yellowknife Zenith Anchor Bluebird Crestline Dunmore Eastgate Falcon
  Granite Highland Ivory Jetstream Keystone Lantern Mistral Nimbus Osprey Paragon Quantum Ridgeline Sandpiper Thunder Union
  Violet Windmill Yosemite Zircon`.split(/\s+/)

export const americanKinds: readonly (readonly [name: string, sector: string, subSector: string])[] = [
  ['Semiconductors', 'Information Technology', 'Semiconductors'],
  ['Software Inc.', 'Information Technology', 'Software'],
  ['Therapeutics', 'Health Care', 'Biotechnology'],
  ['Bancorp', 'Financials', 'Banks'],
  ['Energy Corp.', 'Energy', 'Oil & Gas'],
  ['Retail Group', 'Consumer Discretionary', 'Retail'],
  ['Foods Co.', 'Consumer Staples', 'Packaged Foods'],
  ['Aerospace', 'Industrials', 'Aerospace & Defense'],
  ['Properties REIT', 'Real Estate', 'REITs'],
  ['Networks', 'Communication Services', 'Telecom'],
  ['Materials', 'Materials', 'Chemicals'],
  ['Power & Light', 'Utilities', 'Electric Utilities'],
]

/** Shares of other markets: ticker, name, price, mic, currency. */
export const otherShares: readonly (readonly [string, string, number, string, string])[] = [
  ['RHNE', 'Rheinwerk AG', 214.3, 'XETR', 'EUR'],
  ['ALPN', 'Alpenbahn SE', 48.62, 'XETR', 'EUR'],
  ['NRDS', 'Nordsee Reederei', 17.85, 'XETR', 'EUR'],
  ['LICH', 'Lichtblick Optik', 92.4, 'XETR', 'EUR'],
  ['6101', 'Jade River Holdings', 31.7, 'XHKG', 'HKD'],
  ['6102', 'Lotus Harbour Ltd', 8.43, 'XHKG', 'HKD'],
  ['6103', 'Red Lantern Technology', 402.6, 'XHKG', 'HKD'],
  ['6104', 'Pearl Delta Motors', 118.9, 'XHKG', 'HKD'],
]
