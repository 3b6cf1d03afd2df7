import { test } from "vitest";

import { expectScenario } from "../support/scenario.ts";

const scenarios: Readonly<Record<string, string>> = {
  "a trade happens at the resting price and the buyer keeps what is better": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    bob sell 2 @ 100 GTC                    => NEW 0/2
    balance bob BTC                         => 8 free 2 locked
    ann buy 1 @ 110 GTC                     => FILLED 1/1 for 100
    balance ann USDT                        => 900 free 0 locked
    balance ann BTC                         => 0.999 free 0 locked
    balance bob USDT                        => 99.9 free 0 locked
    balance fees BTC                        => 0.001 free 0 locked
    balance fees USDT                       => 0.1 free 0 locked
    book                                    => | 100x1
    trades                                  => 1@100`,

  "the best price goes first, at one price the oldest": `
    ann deposit USDT 10000                  => deposited
    bob deposit BTC 10                      => deposited
    cat deposit BTC 10                      => deposited
    bob sell 1 @ 101 GTC id=b1              => NEW 0/1
    bob sell 1 @ 100 GTC id=b2              => NEW 0/1
    cat sell 1 @ 100 GTC id=c1              => NEW 0/1
    book                                    => | 100x2 101x1
    ann buy 1.5 @ 101 IOC                   => FILLED 1.5/1.5 for 150
    cat cancel c1                           => CANCELED 0.5/1 for 50
    bob cancel b2                           => unknownOrder
    bob cancel b1                           => CANCELED 0/1
    trades                                  => 1@100 0.5@100
    balance bob BTC                         => 9 free 0 locked
    balance cat BTC                         => 9.5 free 0 locked`,

  "a limited order that meets nobody rests, and is there for the next": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    ann buy 3 @ 99.5 GTC id=a               => NEW 0/3
    balance ann USDT                        => 701.5 free 298.5 locked
    bob sell 1 @ 99 GTC                     => FILLED 1/1 for 99.5
    balance ann USDT                        => 701.5 free 199 locked
    book                                    => 99.5x2 |
    ann cancel a                            => CANCELED 1/3 for 99.5
    balance ann USDT                        => 900.5 free 0 locked`,

  "IOC takes what is there and lets the rest expire": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    bob sell 1 @ 100 GTC                    => NEW 0/1
    bob sell 1 @ 102 GTC                    => NEW 0/1
    ann buy 3 @ 101 IOC                     => EXPIRED 1/3 for 100
    ann buy 3 @ 101 IOC                     => EXPIRED 0/3
    balance ann USDT                        => 900 free 0 locked
    book                                    => | 102x1`,

  "FOK is all or nothing": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    bob sell 1 @ 100 GTC                    => NEW 0/1
    bob sell 1 @ 101 GTC                    => NEW 0/1
    ann buy 2.1 @ 101 FOK                   => EXPIRED 0/2.1
    ann buy 2 @ 100.99 FOK                  => EXPIRED 0/2
    balance ann USDT                        => 1000 free 0 locked
    ann buy 2 @ 101 FOK                     => FILLED 2/2 for 201
    balance ann USDT                        => 799 free 0 locked`,

  "an order that takes the whole book is filled": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    bob sell 1 @ 100 GTC                    => NEW 0/1
    bob sell 1 @ 101 GTC iceberg=0.5        => NEW 0/1
    ann buy 2 MARKET                        => FILLED 2/2 for 201
    bob sell 1 @ 100 GTC                    => NEW 0/1
    ann buy 1 @ 100 IOC                     => FILLED 1/1 for 100
    book                                    => |`,

  "MARKET by quote amount finds the quantity on the grid": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    bob sell 1 @ 100 GTC                    => NEW 0/1
    bob sell 1 @ 150 GTC                    => NEW 0/1
    ann buy worth 5 MARKET                  => belowOneStep
    ann buy worth 131 MARKET                => FILLED 1.2/1.2 for 130
    balance ann USDT                        => 870 free 0 locked
    ann buy worth 500 MARKET                => EXPIRED 0.8/0.8 for 120
    balance ann USDT                        => 750 free 0 locked
    ann buy 2 @ 50 GTC                      => NEW 0/2
    bob sell worth 52 MARKET                => FILLED 1/1 for 50
    ann buy worth 2000 MARKET               => insufficientBalance`,

  "MARKET by quote amount ends at the price that cannot give one step more": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    ann buy 3 @ 100 GTC iceberg=1           => NEW 0/3
    ann buy 1 @ 80 GTC                      => NEW 0/1
    bob sell worth 109 MARKET               => FILLED 1/1 for 100
    bob sell worth 209 MARKET               => FILLED 2.1/2.1 for 208
    bob sell worth 72 MARKET                => FILLED 0.9/0.9 for 72
    book                                    => |`,

  "LIMIT_MAKER never takes": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    bob sell 1 @ 100 LIMIT_MAKER            => NEW 0/1
    ann buy 1 @ 100 LIMIT_MAKER             => wouldTake
    ann buy 1 @ 99.99 LIMIT_MAKER           => NEW 0/1
    book                                    => 99.99x1 | 100x1`,

  "refusals in order of precedence": `
    ann deposit USDT 100                    => deposited
    eve buy 1 @ 1 GTC                       => unknownAccount
    ann buy 1 @ 9 GTC iceberg=1.1           => icebergOverQuantity
    ann buy 0 @ 9 GTC                       => nothingAsked
    ann buy 1 @ 0 GTC                       => nothingAsked
    ann sell 0 MARKET                       => nothingAsked
    ann buy worth 0 MARKET                  => nothingAsked
    ann sell 0 STOP_LOSS stop=9             => nothingAsked
    ann buy 1 @ 0 TAKE_PROFIT_LIMIT GTC stop=9 => nothingAsked
    book                                    => |
    ann buy 1 @ 50 GTC id=a                 => NEW 0/1
    ann buy 9 @ 50 GTC id=a                 => duplicateClientId
    ann buy 1.1 @ 50 GTC                    => insufficientBalance
    ann buy 1 @ 50 GTC                      => NEW 0/1
    ann sell 0.1 MARKET                     => insufficientBalance
    ann deposit USDT -1                     => insufficientBalance
    ann cancel b                            => unknownOrder
    ann cancel a                            => CANCELED 0/1
    ann cancel a                            => unknownOrder
    ann buy 1 @ 50 GTC id=a                 => NEW 0/1
    balance ann USDT                        => 0 free 100 locked`,

  "before the first trade no stop price is reached": `
    cat deposit BTC 5                       => deposited
    cat sell 1 STOP_LOSS stop=95 id=s       => NEW 0/1
    cat sell 1 TAKE_PROFIT stop=95 id=t     => NEW 0/1
    cat sell 1 TAKE_PROFIT stop=90 id=u     => NEW 0/1
    cat cancel t                            => CANCELED 0/1
    cat cancel u                            => CANCELED 0/1
    cat cancel s                            => CANCELED 0/1
    cat deposit USDT 0                      => deposited
    balance cat BTC                         => 5 free 0 locked`,
};

/** The last trade at 100, and what everybody trades with; comes before each scenario. */
const opening = `
    ann deposit USDT 10000                  => deposited
    bob deposit BTC 100                     => deposited
    cat deposit USDT 10000                  => deposited
    cat deposit BTC 100                     => deposited
    bob sell 1 @ 100 GTC                    => NEW 0/1
    cat buy 1 @ 100 GTC                     => FILLED 1/1 for 100`;

const stops: Readonly<Record<string, string>> = {
  "STOP_LOSS SELL waits above nothing and sells when the price has fallen": `
    cat sell 2 STOP_LOSS stop=95 id=s       => NEW 0/2
    cat order s                             => NEW 0/2 waiting
    balance cat BTC                         => 98.999 free 2 locked
    book                                    => |
    ann buy 5 @ 96 GTC                      => NEW 0/5
    ann buy 5 @ 95 GTC                      => NEW 0/5
    bob sell 5 @ 96 GTC                     => FILLED 5/5 for 480
    cat order s                             => NEW 0/2 waiting
    bob sell 1 @ 95 GTC                     => FILLED 1/1 for 95
    events                                  => NEW#7 TRADE#5 TRADE#7 NEW#3 TRADE#5 TRADE#3
    cat order s                             => FILLED 2/2 for 190 ended
    trades                                  => 1@100 5@96 1@95 2@95`,

  "STOP_LOSS BUY that can just be paid is carried out": `
    ann buy 90 STOP_LOSS stop=105 id=s      => NEW 0/90
    bob sell 95 @ 111 GTC                   => NEW 0/95
    cat buy 1 MARKET                        => FILLED 1/1 for 111
    ann order s                             => FILLED 90/90 for 9990 ended
    balance ann USDT                        => 10 free 0 locked`,

  "STOP_LOSS BUY gives back what it held and does not need": `
    ann buy 3 STOP_LOSS stop=105 id=s       => NEW 0/3
    bob sell 1 @ 107 GTC                    => NEW 0/1
    bob sell 9 @ 104 GTC id=b               => NEW 0/9
    bob cancel b                            => CANCELED 0/9
    cat buy 1 @ 107 FOK                     => FILLED 1/1 for 107
    ann order s                             => EXPIRED 0/3 ended
    balance ann USDT                        => 10000 free 0 locked`,

  "STOP_LOSS BUY that cannot be paid when its time comes is rejected": `
    ann buy 90 STOP_LOSS stop=105 id=s      => NEW 0/90
    balance ann USDT                        => 550 free 9450 locked
    bob sell 99 @ 120 GTC                   => NEW 0/99
    cat buy 1 MARKET                        => FILLED 1/1 for 120
    events                                  => NEW#5 TRADE#4 TRADE#5 REJECTED#3
    ann order s                             => REJECTED 0/90 ended
    ann cancel s                            => unknownOrder
    balance ann USDT                        => 10000 free 0 locked
    ann buy 1 @ 90 GTC id=s                 => NEW 0/1`,

  "TAKE_PROFIT SELL sells when the price has risen": `
    cat sell 2 TAKE_PROFIT stop=104.5 id=s  => NEW 0/2
    ann buy 5 @ 103 GTC                     => NEW 0/5
    bob sell 1 @ 104.49 GTC                 => NEW 0/1
    ann buy 1 MARKET                        => FILLED 1/1 for 104.49
    cat order s                             => NEW 0/2 waiting
    bob sell 1 @ 104.5 GTC                  => NEW 0/1
    ann buy 1 MARKET                        => FILLED 1/1 for 104.5
    cat order s                             => FILLED 2/2 for 206 ended`,

  "STOP_LOSS_LIMIT becomes a LIMIT order that rests with what is left": `
    cat sell 3 @ 94 STOP_LOSS_LIMIT GTC stop=95 id=s => NEW 0/3
    ann buy 1 @ 95 GTC                      => NEW 0/1
    ann buy 1 @ 94.5 GTC                    => NEW 0/1
    ann buy 5 @ 93 GTC                      => NEW 0/5
    bob sell 1 @ 95 GTC                     => FILLED 1/1 for 95
    events                                  => NEW#7 TRADE#4 TRADE#7 NEW#3 TRADE#5 TRADE#3
    cat order s                             => PARTIALLY_FILLED 1/3 for 94.5 working
    book                                    => 93x5 | 94x2
    cat cancel s                            => CANCELED 1/3 for 94.5
    balance cat BTC                         => 99.999 free 0 locked`,

  "STOP_LOSS_LIMIT BUY holds its limit, IOC lets the rest expire": `
    ann buy 3 @ 106 STOP_LOSS_LIMIT IOC stop=105 id=s => NEW 0/3
    balance ann USDT                        => 9682 free 318 locked
    bob sell 2 @ 105 GTC                    => NEW 0/2
    bob sell 2 @ 107 GTC                    => NEW 0/2
    cat buy 1 MARKET                        => FILLED 1/1 for 105
    ann order s                             => EXPIRED 1/3 for 105 ended
    balance ann USDT                        => 9895 free 0 locked`,

  "TAKE_PROFIT_LIMIT FOK is all or nothing once it is triggered": `
    ann buy 2 @ 96 TAKE_PROFIT_LIMIT FOK stop=95 id=s => NEW 0/2
    ann buy 2 @ 97 TAKE_PROFIT_LIMIT FOK stop=95 id=t => NEW 0/2
    bob sell 1 @ 96 GTC id=b                => NEW 0/1
    bob sell 1 @ 97 GTC                     => NEW 0/1
    cat buy 1 @ 95 GTC                      => NEW 0/1
    bob sell 1 @ 95 GTC                     => FILLED 1/1 for 95
    ann order s                             => EXPIRED 0/2 ended
    ann order t                             => FILLED 2/2 for 193 ended
    balance ann USDT                        => 9807 free 0 locked`,

  "a stop price that is reached already is rejected, at the border too": `
    cat sell 1 STOP_LOSS stop=100           => wouldTrigger
    cat sell 1 STOP_LOSS stop=101           => wouldTrigger
    ann buy 1 STOP_LOSS stop=100            => wouldTrigger
    ann buy 1 @ 9 STOP_LOSS_LIMIT GTC stop=99 => wouldTrigger
    cat sell 1 TAKE_PROFIT stop=100         => wouldTrigger
    cat sell 1 TAKE_PROFIT stop=99.99       => wouldTrigger
    ann buy 1 TAKE_PROFIT stop=100.01       => wouldTrigger
    ann buy 1 @ 9 TAKE_PROFIT_LIMIT GTC stop=100 => wouldTrigger
    ann buy 1000 STOP_LOSS stop=100.01      => insufficientBalance
    cat sell 1000 STOP_LOSS stop=99.99      => insufficientBalance
    cat sell 1 STOP_LOSS stop=99.99         => NEW 0/1
    ann buy 1 STOP_LOSS stop=100.01         => NEW 0/1`,

  "stops trigger each other, each once, the nearest price and the oldest first": `
    ann buy 1 @ 99 GTC                      => NEW 0/1
    ann buy 1 @ 98 GTC                      => NEW 0/1
    ann buy 1 @ 97 GTC                      => NEW 0/1
    ann buy 9 @ 90 GTC                      => NEW 0/9
    cat sell 1 STOP_LOSS stop=97.5 id=d     => NEW 0/1
    cat sell 1 STOP_LOSS stop=99 id=a       => NEW 0/1
    cat sell 1 STOP_LOSS stop=98.5 id=b     => NEW 0/1
    cat sell 1 STOP_LOSS stop=98.5 id=c     => NEW 0/1
    bob sell 1 MARKET                       => FILLED 1/1 for 99
    trades                                  => 1@100 1@99 1@98 1@97 1@90 1@90
    cat order a                             => FILLED 1/1 for 98 ended
    cat order b                             => FILLED 1/1 for 97 ended
    cat order c                             => FILLED 1/1 for 90 ended
    cat order d                             => FILLED 1/1 for 90 ended
    book                                    => 90x7 |`,

  "of stops above the price the lowest goes first, and one between others can be canceled": `
    cat buy 1 STOP_LOSS stop=104 id=c       => NEW 0/1
    cat buy 1 STOP_LOSS stop=102 id=a       => NEW 0/1
    cat buy 1 STOP_LOSS stop=103 id=b       => NEW 0/1
    cat buy 1 STOP_LOSS stop=103 id=x       => NEW 0/1
    cat cancel x                            => CANCELED 0/1
    bob sell 1 @ 110 GTC                    => NEW 0/1
    bob sell 1 @ 111 GTC                    => NEW 0/1
    bob sell 1 @ 112 GTC                    => NEW 0/1
    bob sell 1 @ 113 GTC                    => NEW 0/1
    ann buy 1 MARKET                        => FILLED 1/1 for 110
    cat order a                             => FILLED 1/1 for 111 ended
    cat order b                             => FILLED 1/1 for 112 ended
    cat order c                             => FILLED 1/1 for 113 ended`,

  "one order can trigger in both directions, by each of its trades": `
    bob sell 1 @ 95 GTC                     => NEW 0/1
    bob sell 1 @ 105 GTC                    => NEW 0/1
    ann buy 1 @ 80 GTC                      => NEW 0/1
    bob sell 9 @ 120 GTC                    => NEW 0/9
    cat sell 1 STOP_LOSS stop=96 id=fall    => NEW 0/1
    cat buy 1 STOP_LOSS stop=104 id=rise    => NEW 0/1
    ann buy 2 @ 105 GTC                     => FILLED 2/2 for 200
    cat order fall                          => FILLED 1/1 for 80 ended
    cat order rise                          => FILLED 1/1 for 120 ended
    trades                                  => 1@100 1@95 1@105 1@80 1@120`,

  "maintenance lets all open orders expire": `
    ann buy 2 @ 99 GTC id=a                 => NEW 0/2
    bob sell 1 @ 99 GTC                     => FILLED 1/1 for 99
    cat sell 2 STOP_LOSS stop=95 id=s       => NEW 0/2
    cat sell 3 @ 101 GTC iceberg=1 id=i     => NEW 0/3
    maintenance NOSUCH                      => unknownSymbol
    maintenance BTCUSDT                     => 3 expired
    events                                  => EXPIRED#3 EXPIRED#5 EXPIRED#6
    ann order a                             => EXPIRED 1/2 for 99 ended
    cat order s                             => EXPIRED 0/2 ended
    cat order i                             => EXPIRED 0/3 ended
    balance cat BTC                         => 100.999 free 0 locked
    balance ann USDT                        => 9901 free 0 locked
    book                                    => |
    maintenance                             => 0 expired`,
};

const icebergs: Readonly<Record<string, string>> = {
  "an iceberg shows one part, and the next one goes to the end of the queue": `
    bob sell 3 @ 101 GTC iceberg=1 id=i     => NEW 0/3
    cat sell 2 @ 101 GTC id=c               => NEW 0/2
    book                                    => | 101x3
    ann buy 1.5 @ 101 IOC                   => FILLED 1.5/1.5 for 151.5
    bob order i                             => PARTIALLY_FILLED 1/3 for 101 working
    cat order c                             => PARTIALLY_FILLED 0.5/2 for 50.5 working
    book                                    => | 101x2.5
    ann buy 3.6 @ 101 FOK                   => EXPIRED 0/3.6
    ann buy 2 @ 101 IOC                     => FILLED 2/2 for 202
    bob order i                             => PARTIALLY_FILLED 1.5/3 for 151.5 working
    cat order c                             => FILLED 2/2 for 202 ended
    book                                    => | 101x0.5
    ann buy 1.5 @ 101 IOC                   => FILLED 1.5/1.5 for 151.5
    bob order i                             => FILLED 3/3 for 303 ended
    book                                    => |`,

  "one order can take part after part; FOK and MARKET count what is hidden": `
    bob sell 2.5 @ 101 GTC iceberg=1 id=i   => NEW 0/2.5
    cat sell 1.2 @ 101 GTC iceberg=0.5 id=j => NEW 0/1.2
    book                                    => | 101x1.5
    ann buy 3.8 @ 101 FOK                   => EXPIRED 0/3.8
    ann buy 3.6 @ 101 FOK                   => FILLED 3.6/3.6 for 363.6
    trades                                  => 1@100 1@101 0.5@101 1@101 0.5@101 0.5@101 0.1@101
    book                                    => | 101x0.1
    ann buy 1 MARKET                        => EXPIRED 0.1/1 for 10.1`,
};

const afterOpening = Object.entries({ ...stops, ...icebergs }).map(([name, text]) => {
  return [name, `${opening}${text}`] as const;
});

test.each([...Object.entries(scenarios), ...afterOpening])("%s", (_, text) => {
  expectScenario(text);
});
