import { expect, test } from "vitest";

import { runScenario, written } from "../support/scenario.ts";

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

  "MARKET takes every price, and what the book cannot give expires": `
    ann deposit USDT 1000                   => deposited
    bob deposit BTC 10                      => deposited
    ann buy 1 MARKET                        => EXPIRED 0/1
    bob sell 1 @ 100 GTC                    => NEW 0/1
    bob sell 1 @ 200 GTC                    => NEW 0/1
    ann buy 1.5 MARKET                      => FILLED 1.5/1.5 for 200
    ann buy 2 MARKET                        => EXPIRED 0.5/2 for 100
    balance ann USDT                        => 700 free 0 locked
    ann buy 1 @ 90 GTC                      => NEW 0/1
    bob sell 3 MARKET                       => EXPIRED 1/3 for 90
    balance bob BTC                         => 7 free 0 locked`,

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
    ann buy 1 @ 9 IOC iceberg=0.1           => icebergNotLasting
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

  "an account may trade with itself; only commission is lost": `
    ann deposit USDT 1000                   => deposited
    ann deposit BTC 10                      => deposited
    ann sell 1 @ 100 GTC                    => NEW 0/1
    ann buy 1 @ 100 GTC                     => FILLED 1/1 for 100
    balance ann USDT                        => 999.9 free 0 locked
    balance ann BTC                         => 9.999 free 0 locked`,
};

for (const [name, text] of Object.entries(scenarios)) {
  test(name, () => {
    expect(runScenario(text)).toBe(written(text));
  });
}
