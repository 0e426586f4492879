/** ticker, mic, board, name, price, currency, yearly volatility. */
export type PlainRow = readonly [string, string, string, string, number, string, number]

export const funds: readonly PlainRow[] = [
  ['LQDT', 'MISX', 'TQTF', 'БПИФ Ликвидность', 1.7415, 'RUB', 0.004],
  ['AKCI', 'MISX', 'TQTF', 'БПИФ Акции широкого рынка', 128.4, 'RUB', 0.2],
  ['DVDN', 'MISX', 'TQTF', 'БПИФ Дивидендные акции', 14.62, 'RUB', 0.18],
  ['OBLG', 'MISX', 'TQTF', 'БПИФ Корпоративные облигации', 131.05, 'RUB', 0.03],
  ['OFZF', 'MISX', 'TQTF', 'БПИФ Государственные облигации', 10.87, 'RUB', 0.05],
  ['ZLTF', 'MISX', 'TQTF', 'БПИФ Золото', 1.8346, 'RUB', 0.16],
  ['YUAN', 'MISX', 'TQTF', 'БПИФ Юань', 112.9, 'RUB', 0.11],
  ['TECH', 'MISX', 'TQTF', 'БПИФ Технологии', 9.214, 'RUB', 0.27],
  ['WRLD', 'ARCX', '', 'World Equity ETF', 118.22, 'USD', 0.15],
  ['BNDA', 'ARCX', '', 'Aggregate Bond ETF', 98.4, 'USD', 0.05],
  ['GLDX', 'ARCX', '', 'Gold Bullion ETF', 231.6, 'USD', 0.14],
  ['SMCP', 'ARCX', '', 'Small Company ETF', 74.9, 'USD', 0.22],
  ['EMGM', 'ARCX', '', 'Emerging Markets ETF', 45.13, 'USD', 0.19],
  ['DIVX', 'ARCX', '', 'Dividend Growth ETF', 61.77, 'USD', 0.13],
]

export const currencies: readonly PlainRow[] = [
  ['USD000UTSTOM', 'MISX', 'CETS', 'Доллар США', 92.435, 'RUB', 0.12],
  ['CNYRUB_TOM', 'MISX', 'CETS', 'Китайский юань', 12.684, 'RUB', 0.12],
  ['EUR_RUB__TOM', 'MISX', 'CETS', 'Евро', 100.21, 'RUB', 0.12],
  ['KZTRUB_TOM', 'MISX', 'CETS', 'Казахстанский тенге (100)', 17.945, 'RUB', 0.13],
  ['TRYRUB_TOM', 'MISX', 'CETS', 'Турецкая лира', 2.4135, 'RUB', 0.15],
  ['USDRUB', '_FX24', 'FX', 'US dollar / Russian rouble', 92.435, 'RUB', 0.12],
  ['EURRUB', '_FX24', 'FX', 'Euro / Russian rouble', 100.21, 'RUB', 0.12],
  ['CNYRUB', '_FX24', 'FX', 'Chinese yuan / Russian rouble', 12.684, 'RUB', 0.12],
  ['HKDRUB', '_FX24', 'FX', 'Hong Kong dollar / Russian rouble', 11.845, 'RUB', 0.12],
  ['EURUSD', '_FX24', 'FX', 'Euro / US dollar', 1.0842, 'USD', 0.08],
  ['GBPUSD', '_FX24', 'FX', 'British pound / US dollar', 1.2715, 'USD', 0.09],
  ['USDJPY', '_FX24', 'FX', 'US dollar / Japanese yen', 149.32, 'JPY', 0.1],
  ['USDCNY', '_FX24', 'FX', 'US dollar / Chinese yuan', 7.2418, 'CNY', 0.05],
  ['BTCUSD', '_CRYP', 'SPOT', 'Bitcoin / US dollar', 67250, 'USD', 0.6],
  ['ETHUSD', '_CRYP', 'SPOT', 'Ether / US dollar', 3120, 'USD', 0.75],
  ['LTCUSD', '_CRYP', 'SPOT', 'Litecoin / US dollar', 84.3, 'USD', 0.8],
  ['XMRUSD', '_CRYP', 'SPOT', 'Monero / US dollar', 162.4, 'USD', 0.7],
]

export const indices: readonly PlainRow[] = [
  ['IMOEX', '#RIDX', 'INDEX', 'Индекс МосБиржи', 2842.6, 'RUB', 0.22],
  ['RTSI', '#RIDX', 'INDEX', 'Индекс РТС', 1012.4, 'USD', 0.27],
  ['BLUE', '#RIDX', 'INDEX', 'Индекс голубых фишек', 18240, 'RUB', 0.21],
  ['OILG', '#RIDX', 'INDEX', 'Индекс нефти и газа', 7914, 'RUB', 0.24],
  ['RGBI', '#RIDX', 'INDEX', 'Индекс гособлигаций', 112.47, 'RUB', 0.06],
  ['US75', '#USIX', '', 'US Composite 75', 5284, 'USD', 0.16],
  ['USTC', '#USIX', '', 'US Technology', 17890, 'USD', 0.21],
]

/** Shares that no longer trade: ticker, name, price, last day. */
export const delisted: readonly (readonly [string, string, number, string, string])[] = [
  ['STRM', 'Старый металл', 41.2, 'MISX', '2022-06-30'],
  ['VOSK', 'Восход Телеком', 7.31, 'MISX', '2023-12-29'],
  ['ZARY', 'Заря Ретейл', 118.6, '_SPBd', '2024-03-15'],
  ['OLDW', 'Oldwick Industries', 22.4, 'XNYS', '2021-09-24'],
  ['MRGD', 'Merged Devices', 64.9, 'XNGS', '2025-02-14'],
]

/** Futures: code, name, underlying symbol, price of one contract in units of the underlying. */
export const futureSeries: readonly (readonly [string, string, string, number])[] = [
  ['SR', 'Сбербанк', 'SBER@MISX', 100],
  ['YD', 'Яндекс', 'YDEX@MISX', 1],
  ['AF', 'Аэрофлот', 'AFLT@MISX', 100],
  ['Si', 'Доллар — рубль', 'USDRUB@_FX24', 1000],
  ['CR', 'Юань — рубль', 'CNYRUB@_FX24', 1000],
  ['Eu', 'Евро — рубль', 'EURRUB@_FX24', 1000],
  ['MX', 'Индекс МосБиржи', 'IMOEX@#RIDX', 100],
  ['UG', 'Уралгаз', 'UGAZ@MISX', 100],
]

/** Futures in dollars. Nobody holds them; only the demo that answers as recorded lists them. */
export const dollarFutureSeries: typeof futureSeries = [['RI', 'Индекс РТС', 'RTSI@#RIDX', 100]]

/** Option chains: code, underlying, mic of the options, weekday of expiry, pieces in a contract. */
export const optionSeries: readonly (readonly [string, string, string, number, number])[] = [
  ['SB', 'SBER@MISX', 'RTSX', 3, 1],
  ['YD', 'YDEX@MISX', 'RTSX', 3, 1],
  ['AAPL', 'AAPL@XNGS', 'OPRA', 5, 100],
  ['REDS', 'REDS@XNGS', 'OPRA', 5, 100],
]

/** Chains on the futures of a series: code of the future. */
export const futureOptionSeries: readonly string[] = ['Si', 'SR']
