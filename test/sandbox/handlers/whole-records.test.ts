/**
 * A small story of two accounts with rates of their own: every response and every message, whole.
 * Decimals are written without trailing zeros, and times as milliseconds since the beginning. What
 * is usual in a record is left out, and named with a minus where it is not there.
 */

import { expect, test } from "vitest";

import { createSandbox } from "../../../sandbox/index.ts";
import { foreignClient } from "../support/foreign-client.ts";

const startTime = 1_000_000_000_020;
const empty = { bids: [], asks: [] };
const balances = { QQQ: "1000", AAA: "10" };

/** A line without indent is a request, of ann (a) or bob (b); below it is what came of it. */
const story = `
a POST order symbol=AAAQQQ side=SELL type=LIMIT timeInForce=GTC quantity=2 price=100 newClientOrderId=a1
  orderId=1 clientOrderId=a1 transactTime=10ms price=100 origQty=2 status=NEW type=LIMIT side=SELL
      fills=[]
  a: E=10ms c=a1 S=SELL o=LIMIT q=2 p=100 x=NEW X=NEW i=1 w=true
  depth: E=10ms U=1 u=1 b=[] a=[[100, 2]]
  bookTicker: u=1 s=AAAQQQ b=0 B=0 a=100 A=2
  a: E=10ms B=[a=AAA f=8 l=2]
b POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=GTC quantity=1.5 price=101 newClientOrderId=b1
  orderId=2 clientOrderId=b1 transactTime=20ms price=101 origQty=1.5 executedQty=1.5
      cumulativeQuoteQty=150 status=FILLED type=LIMIT side=BUY fills=[price=100 qty=1.5
      commission=0.006 commissionAsset=AAA tradeId=0]
  b: E=20ms c=b1 S=BUY o=LIMIT q=1.5 p=101 x=NEW X=NEW i=2 w=true
  trade: E=20ms t=0 p=100 q=1.5 b=2 a=1 m=false
  a: E=20ms c=a1 S=SELL o=LIMIT q=2 p=100 x=TRADE X=PARTIALLY_FILLED i=1 l=1.5 z=1.5 L=100 n=0.15
      N=QQQ t=0 w=true m=true O=10ms Z=150 Y=150
  b: E=20ms c=b1 S=BUY o=LIMIT q=1.5 p=101 x=TRADE X=FILLED i=2 l=1.5 z=1.5 L=100 n=0.006 N=AAA t=0
      w=false Z=150 Y=150
  depth: E=20ms U=2 u=2 b=[] a=[[100, 0.5]]
  bookTicker: u=2 s=AAAQQQ b=0 B=0 a=100 A=0.5
  b: E=20ms B=[a=QQQ f=850 l=0, a=AAA f=11.494 l=0]
  a: E=20ms B=[a=AAA f=8 l=0.5, a=QQQ f=1149.85 l=0]
  ticker: E=20ms p=0 P=0 w=100 x=100 c=100 Q=1.5 b=0 B=0 a=100 A=0.5 o=100 h=100 l=100 v=1.5 q=150
      O=-86399980ms F=0 L=0 n=1
  miniTicker: E=20ms c=100 o=100 h=100 l=100 v=1.5 q=150
a POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=GTC quantity=2 price=90 icebergQty=0.5 newClientOrderId=a2 newOrderRespType=RESULT
  orderId=3 clientOrderId=a2 transactTime=30ms price=90 origQty=2 status=NEW type=LIMIT side=BUY
      icebergQty=0.5
  a: E=30ms c=a2 S=BUY o=LIMIT q=2 p=90 F=0.5 x=NEW X=NEW i=3 w=true
  depth: E=30ms U=3 u=3 b=[[90, 0.5]] a=[]
  bookTicker: u=3 s=AAAQQQ b=90 B=0.5 a=100 A=0.5
  a: E=30ms B=[a=QQQ f=969.85 l=180]
b POST order symbol=AAAQQQ side=SELL type=LIMIT timeInForce=IOC quantity=0.7 price=90 newClientOrderId=b2
  orderId=4 clientOrderId=b2 transactTime=40ms price=90 origQty=0.7 executedQty=0.7
      cumulativeQuoteQty=63 status=FILLED timeInForce=IOC type=LIMIT side=SELL fills=[price=90
      qty=0.5 commission=0.18 commissionAsset=QQQ tradeId=1, price=90 qty=0.2 commission=0.072
      commissionAsset=QQQ tradeId=2]
  b: E=40ms c=b2 S=SELL o=LIMIT f=IOC q=0.7 p=90 x=NEW X=NEW i=4 w=true
  trade: E=40ms t=1 p=90 q=0.5 b=3 a=4 m=true
  a: E=40ms c=a2 S=BUY o=LIMIT q=2 p=90 F=0.5 x=TRADE X=PARTIALLY_FILLED i=3 l=0.5 z=0.5 L=90
      n=0.0005 N=AAA t=1 w=true m=true O=30ms Z=45 Y=45
  b: E=40ms c=b2 S=SELL o=LIMIT f=IOC q=0.7 p=90 x=TRADE X=PARTIALLY_FILLED i=4 l=0.5 z=0.5 L=90
      n=0.18 N=QQQ t=1 w=true Z=45 Y=45
  trade: E=40ms t=2 p=90 q=0.2 b=3 a=4 m=true
  a: E=40ms c=a2 S=BUY o=LIMIT q=2 p=90 F=0.5 x=TRADE X=PARTIALLY_FILLED i=3 l=0.2 z=0.7 L=90
      n=0.0002 N=AAA t=2 w=true m=true O=30ms Z=63 Y=18
  b: E=40ms c=b2 S=SELL o=LIMIT f=IOC q=0.7 p=90 x=TRADE X=FILLED i=4 l=0.2 z=0.7 L=90 n=0.072
      N=QQQ t=2 w=false Z=63 Y=18
  depth: E=40ms U=4 u=4 b=[[90, 0.3]] a=[]
  bookTicker: u=4 s=AAAQQQ b=90 B=0.3 a=100 A=0.5
  b: E=40ms B=[a=AAA f=10.794 l=0, a=QQQ f=912.748 l=0]
  a: E=40ms B=[a=AAA f=8.6993 l=0.5, a=QQQ f=969.85 l=117]
  ticker: E=40ms p=-10 P=-10 w=96.81818181 x=100 c=90 Q=0.2 b=90 B=0.3 a=100 A=0.5 o=100 h=100 l=90
      v=2.2 q=213 O=-86399960ms F=0 L=2 n=3
  miniTicker: E=40ms c=90 o=100 h=100 l=90 v=2.2 q=213
- GET depth symbol=AAAQQQ
  lastUpdateId=4 bids=[[90, 0.3]] asks=[[100, 0.5]]
- GET ticker/bookTicker symbol=AAAQQQ
  symbol=AAAQQQ bidPrice=90 bidQty=0.3 askPrice=100 askQty=0.5
a POST order symbol=AAAQQQ side=SELL type=STOP_LOSS_LIMIT timeInForce=GTC quantity=1 price=79 stopPrice=80 newClientOrderId=a3
  orderId=5 clientOrderId=a3 transactTime=70ms price=79 origQty=1 status=NEW type=STOP_LOSS_LIMIT
      side=SELL stopPrice=80 fills=[]
  a: E=70ms c=a3 S=SELL o=STOP_LOSS_LIMIT q=1 p=79 P=80 x=NEW X=NEW i=5 w=false
  a: E=70ms B=[a=AAA f=7.6993 l=1.5]
b POST order symbol=AAAQQQ side=BUY type=MARKET quoteOrderQty=30 newClientOrderId=b3 newOrderRespType=ACK
  symbol=AAAQQQ orderId=6 clientOrderId=b3 transactTime=80ms
  b: E=80ms c=b3 S=BUY o=MARKET q=0.3 p=0 x=NEW X=NEW i=6 w=true Q=30
  trade: E=80ms t=3 p=100 q=0.3 b=6 a=1 m=false
  a: E=80ms c=a1 S=SELL o=LIMIT q=2 p=100 x=TRADE X=PARTIALLY_FILLED i=1 l=0.3 z=1.8 L=100 n=0.03
      N=QQQ t=3 w=true m=true O=10ms Z=180 Y=30
  b: E=80ms c=b3 S=BUY o=MARKET q=0.3 p=0 x=TRADE X=FILLED i=6 l=0.3 z=0.3 L=100 n=0.0012 N=AAA t=3
      w=false Z=30 Y=30 Q=30
  depth: E=80ms U=5 u=5 b=[] a=[[100, 0.2]]
  bookTicker: u=5 s=AAAQQQ b=90 B=0.3 a=100 A=0.2
  b: E=80ms B=[a=QQQ f=882.748 l=0, a=AAA f=11.0928 l=0]
  a: E=80ms B=[a=AAA f=7.6993 l=1.2, a=QQQ f=999.82 l=117]
  ticker: E=80ms p=0 P=0 w=97.2 x=100 c=100 Q=0.3 b=90 B=0.3 a=100 A=0.2 o=100 h=100 l=90 v=2.5
      q=243 O=-86399920ms F=0 L=3 n=4
  miniTicker: E=80ms c=100 o=100 h=100 l=90 v=2.5 q=243
- GET ticker/24hr symbol=AAAQQQ
  symbol=AAAQQQ priceChange=0 priceChangePercent=0 weightedAvgPrice=97.2 prevClosePrice=100
      lastPrice=100 lastQty=0.3 bidPrice=90 bidQty=0.3 askPrice=100 askQty=0.2 openPrice=100
      highPrice=100 lowPrice=90 volume=2.5 quoteVolume=243 openTime=-86399910ms closeTime=90ms
      firstId=0 lastId=3 count=4
b POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=IOC quantity=0.9 price=100 newClientOrderId=b4
  orderId=7 clientOrderId=b4 transactTime=100ms price=100 origQty=0.9 executedQty=0.2
      cumulativeQuoteQty=20 status=EXPIRED timeInForce=IOC type=LIMIT side=BUY fills=[price=100
      qty=0.2 commission=0.0008 commissionAsset=AAA tradeId=4]
  b: E=100ms c=b4 S=BUY o=LIMIT f=IOC q=0.9 p=100 x=NEW X=NEW i=7 w=true
  trade: E=100ms t=4 p=100 q=0.2 b=7 a=1 m=false
  a: E=100ms c=a1 S=SELL o=LIMIT q=2 p=100 x=TRADE X=FILLED i=1 l=0.2 z=2 L=100 n=0.02 N=QQQ t=4
      w=false m=true O=10ms Z=200 Y=20
  b: E=100ms c=b4 S=BUY o=LIMIT f=IOC q=0.9 p=100 x=TRADE X=PARTIALLY_FILLED i=7 l=0.2 z=0.2 L=100
      n=0.0008 N=AAA t=4 w=true Z=20 Y=20
  b: E=100ms c=b4 S=BUY o=LIMIT f=IOC q=0.9 p=100 x=EXPIRED X=EXPIRED i=7 z=0.2 w=false Z=20
  depth: E=100ms U=6 u=6 b=[] a=[[100, 0]]
  bookTicker: u=6 s=AAAQQQ b=90 B=0.3 a=0 A=0
  b: E=100ms B=[a=QQQ f=862.748 l=0, a=AAA f=11.292 l=0]
  a: E=100ms B=[a=AAA f=7.6993 l=1, a=QQQ f=1019.8 l=117]
  ticker: E=100ms p=0 P=0 w=97.4074074 x=100 c=100 Q=0.2 b=90 B=0.3 a=0 A=0 o=100 h=100 l=90 v=2.7
      q=263 O=-86399900ms F=0 L=4 n=5
  miniTicker: E=100ms c=100 o=100 h=100 l=90 v=2.7 q=263
a DELETE order symbol=AAAQQQ origClientOrderId=a2 newClientOrderId=c2
  orderId=3 price=90 origQty=2 executedQty=0.7 cumulativeQuoteQty=63 status=CANCELED type=LIMIT
      side=BUY origClientOrderId=a2 clientOrderId=c2 -origQuoteOrderQty
  a: E=110ms c=c2 S=BUY o=LIMIT q=2 p=90 F=0.5 C=a2 x=CANCELED X=CANCELED i=3 z=0.7 w=false O=30ms
      Z=63
  depth: E=110ms U=7 u=7 b=[[90, 0]] a=[]
  bookTicker: u=7 s=AAAQQQ b=0 B=0 a=0 A=0
  a: E=110ms B=[a=QQQ f=1136.8 l=0]
a POST order symbol=BBBQQQ side=BUY type=LIMIT timeInForce=GTC quantity=1 price=5 newClientOrderId=a4
  symbol=BBBQQQ orderId=8 clientOrderId=a4 transactTime=120ms price=5 origQty=1 status=NEW
      type=LIMIT side=BUY fills=[]
  a: E=120ms s=BBBQQQ c=a4 S=BUY o=LIMIT q=1 p=5 x=NEW X=NEW i=8 w=true
  a: E=120ms B=[a=QQQ f=1131.8 l=5]
b POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=GTC quantity=1 price=50 newClientOrderId=b5 newOrderRespType=ACK
  symbol=AAAQQQ orderId=9 clientOrderId=b5 transactTime=130ms
  b: E=130ms c=b5 S=BUY o=LIMIT q=1 p=50 x=NEW X=NEW i=9 w=true
  depth: E=130ms U=8 u=8 b=[[50, 1]] a=[]
  bookTicker: u=8 s=AAAQQQ b=50 B=1 a=0 A=0
  b: E=130ms B=[a=QQQ f=812.748 l=50]
a POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=GTC quantity=1 price=40 newClientOrderId=a5 newOrderRespType=ACK
  symbol=AAAQQQ orderId=10 clientOrderId=a5 transactTime=140ms
  a: E=140ms c=a5 S=BUY o=LIMIT q=1 p=40 x=NEW X=NEW i=10 w=true
  depth: E=140ms U=9 u=9 b=[[40, 1]] a=[]
  a: E=140ms B=[a=QQQ f=1091.8 l=45]
a POST order symbol=AAAQQQ side=SELL type=MARKET quantity=0.2 newClientOrderId=a6
  orderId=11 clientOrderId=a6 transactTime=150ms price=0 origQty=0.2 executedQty=0.2
      cumulativeQuoteQty=10 status=FILLED type=MARKET side=SELL fills=[price=50 qty=0.2
      commission=0.02 commissionAsset=QQQ tradeId=5]
  a: E=150ms c=a6 S=SELL o=MARKET q=0.2 p=0 x=NEW X=NEW i=11 w=true
  trade: E=150ms t=5 p=50 q=0.2 b=9 a=11 m=true
  b: E=150ms c=b5 S=BUY o=LIMIT q=1 p=50 x=TRADE X=PARTIALLY_FILLED i=9 l=0.2 z=0.2 L=50 n=0.0006
      N=AAA t=5 w=true m=true O=130ms Z=10 Y=10
  a: E=150ms c=a6 S=SELL o=MARKET q=0.2 p=0 x=TRADE X=FILLED i=11 l=0.2 z=0.2 L=50 n=0.02 N=QQQ t=5
      w=false Z=10 Y=10
  a: E=150ms c=a3 S=SELL o=STOP_LOSS_LIMIT q=1 p=79 P=80 x=NEW X=NEW i=5 w=true O=70ms
  depth: E=150ms U=10 u=11 b=[[50, 0.8]] a=[[79, 1]]
  bookTicker: u=11 s=AAAQQQ b=50 B=0.8 a=79 A=1
  a: E=150ms B=[a=AAA f=7.4993 l=1, a=QQQ f=1101.78 l=45]
  b: E=150ms B=[a=AAA f=11.4914 l=0, a=QQQ f=812.748 l=40]
  ticker: E=150ms p=-50 P=-50 w=94.13793103 x=100 c=50 Q=0.2 b=50 B=0.8 a=79 A=1 o=100 h=100 l=50
      v=2.9 q=273 O=-86399850ms F=0 L=5 n=6
  miniTicker: E=150ms c=50 o=100 h=100 l=50 v=2.9 q=273
a GET openOrders
  orderId=5 clientOrderId=a3 price=79 origQty=1 status=NEW type=STOP_LOSS_LIMIT side=SELL
      stopPrice=80 time=70ms updateTime=150ms isWorking=true
  symbol=BBBQQQ orderId=8 clientOrderId=a4 price=5 origQty=1 status=NEW type=LIMIT side=BUY
      stopPrice=0 time=120ms updateTime=120ms isWorking=true
  orderId=10 clientOrderId=a5 price=40 origQty=1 status=NEW type=LIMIT side=BUY stopPrice=0
      time=140ms updateTime=140ms isWorking=true
b GET accountV2
  balances=[asset=AAA free=11.4914 locked=0, asset=QQQ free=812.748 locked=40]
. maintenance
  a: E=180ms c=a3 S=SELL o=STOP_LOSS_LIMIT q=1 p=79 P=80 x=EXPIRED X=EXPIRED i=5 w=false O=70ms
  a: E=180ms s=BBBQQQ c=a4 S=BUY o=LIMIT q=1 p=5 x=EXPIRED X=EXPIRED i=8 w=false O=120ms
  b: E=180ms c=b5 S=BUY o=LIMIT q=1 p=50 x=EXPIRED X=EXPIRED i=9 z=0.2 w=false O=130ms Z=10
  a: E=180ms c=a5 S=BUY o=LIMIT q=1 p=40 x=EXPIRED X=EXPIRED i=10 w=false O=140ms
  depth: E=180ms U=12 u=14 b=[[50, 0], [40, 0]] a=[[79, 0]]
  bookTicker: u=14 s=AAAQQQ b=0 B=0 a=0 A=0
  a: E=180ms B=[a=AAA f=8.4993 l=0, a=QQQ f=1146.78 l=0]
  b: E=180ms B=[a=QQQ f=852.748 l=0]
. withdrawal
  b: e=balanceUpdate E=190ms a=QQQ d=-5 T=190ms
  b: E=190ms B=[a=QQQ f=847.748 l=0]
a GET userTrades symbol=AAAQQQ
  id=0 orderId=1 price=100 qty=1.5 quoteQty=150 commission=0.15 commissionAsset=QQQ time=20ms
      isBuyer=false isMaker=true
  id=1 orderId=3 price=90 qty=0.5 quoteQty=45 commission=0.0005 commissionAsset=AAA time=40ms
      isBuyer=true isMaker=true
  id=2 orderId=3 price=90 qty=0.2 quoteQty=18 commission=0.0002 commissionAsset=AAA time=40ms
      isBuyer=true isMaker=true
  id=3 orderId=1 price=100 qty=0.3 quoteQty=30 commission=0.03 commissionAsset=QQQ time=80ms
      isBuyer=false isMaker=true
  id=4 orderId=1 price=100 qty=0.2 quoteQty=20 commission=0.02 commissionAsset=QQQ time=100ms
      isBuyer=false isMaker=true
  id=5 orderId=11 price=50 qty=0.2 quoteQty=10 commission=0.02 commissionAsset=QQQ time=150ms
      isBuyer=false isMaker=false
b GET userTrades symbol=AAAQQQ limit=2
  id=4 orderId=7 price=100 qty=0.2 quoteQty=20 commission=0.0008 commissionAsset=AAA time=100ms
      isBuyer=true isMaker=false
  id=5 orderId=9 price=50 qty=0.2 quoteQty=10 commission=0.0006 commissionAsset=AAA time=150ms
      isBuyer=true isMaker=true
a GET userTrades symbol=AAAQQQ orderId=1 fromId=2
  id=3 orderId=1 price=100 qty=0.3 quoteQty=30 commission=0.03 commissionAsset=QQQ time=80ms
      isBuyer=false isMaker=true
  id=4 orderId=1 price=100 qty=0.2 quoteQty=20 commission=0.02 commissionAsset=QQQ time=100ms
      isBuyer=false isMaker=true
a GET allOrders symbol=AAAQQQ
  orderId=1 clientOrderId=a1 price=100 origQty=2 executedQty=2 cumulativeQuoteQty=200 status=FILLED
      type=LIMIT side=SELL stopPrice=0 time=10ms updateTime=100ms isWorking=false
  orderId=3 clientOrderId=a2 price=90 origQty=2 executedQty=0.7 cumulativeQuoteQty=63
      status=CANCELED type=LIMIT side=BUY icebergQty=0.5 stopPrice=0 time=30ms updateTime=110ms
      isWorking=false
  orderId=5 clientOrderId=a3 price=79 origQty=1 status=EXPIRED type=STOP_LOSS_LIMIT side=SELL
      stopPrice=80 time=70ms updateTime=180ms isWorking=false
  orderId=10 clientOrderId=a5 price=40 origQty=1 status=EXPIRED type=LIMIT side=BUY stopPrice=0
      time=140ms updateTime=180ms isWorking=false
  orderId=11 clientOrderId=a6 price=0 origQty=0.2 executedQty=0.2 cumulativeQuoteQty=10
      status=FILLED type=MARKET side=SELL stopPrice=0 time=150ms updateTime=150ms isWorking=false
a GET allOrders symbol=AAAQQQ endTime=1000000000035
  orderId=1 clientOrderId=a1 price=100 origQty=2 executedQty=2 cumulativeQuoteQty=200 status=FILLED
      type=LIMIT side=SELL stopPrice=0 time=10ms updateTime=100ms isWorking=false
b GET order symbol=AAAQQQ origClientOrderId=b3
  orderId=6 clientOrderId=b3 price=0 origQty=0.3 executedQty=0.3 cumulativeQuoteQty=30
      status=FILLED type=MARKET side=BUY origQuoteOrderQty=30 stopPrice=0 time=80ms updateTime=80ms
      isWorking=false
a GET account
  makerCommission=10 takerCommission=20 buyerCommission=0 sellerCommission=0 canTrade=true
      canWithdraw=true canDeposit=true updateTime=180ms balances=[asset=AAA free=8.4993 locked=0,
      asset=QQQ free=1146.78 locked=0]
a GET asset/tradeFee
  symbol=AAAQQQ makerCommission=0.001 takerCommission=0.002
  symbol=BBBQQQ makerCommission=0.001 takerCommission=0.002
- GET trades symbol=AAAQQQ
  id=0 price=100 qty=1.5 quoteQty=150 time=20ms isBuyerMaker=false isBestMatch=true
  id=1 price=90 qty=0.5 quoteQty=45 time=40ms isBuyerMaker=true isBestMatch=true
  id=2 price=90 qty=0.2 quoteQty=18 time=40ms isBuyerMaker=true isBestMatch=true
  id=3 price=100 qty=0.3 quoteQty=30 time=80ms isBuyerMaker=false isBestMatch=true
  id=4 price=100 qty=0.2 quoteQty=20 time=100ms isBuyerMaker=false isBestMatch=true
  id=5 price=50 qty=0.2 quoteQty=10 time=150ms isBuyerMaker=true isBestMatch=true
- GET aggTrades symbol=AAAQQQ
  a=0 p=100 q=1.5 f=0 l=0 T=20ms m=false
  a=1 p=90 q=0.7 f=1 l=2 T=40ms m=true
  a=2 p=100 q=0.3 f=3 l=3 T=80ms m=false
  a=3 p=100 q=0.2 f=4 l=4 T=100ms m=false
  a=4 p=50 q=0.2 f=5 l=5 T=150ms m=true
- GET ticker/price
  symbol=AAAQQQ price=50
  symbol=BBBQQQ price=0
- GET referencePrice
  symbol=AAAQQQ referencePrice=50 timestamp=150ms
  symbol=BBBQQQ referencePrice=0 timestamp=310ms
- GET klines symbol=AAAQQQ interval=1m
  [-40020ms, 100, 100, 50, 50, 2.9, 19979ms, 273, 6, 2, 200, 0]
- GET executionRules symbol=BBBQQQ
  symbolRules=[symbol=BBBQQQ rules=[ruleType=PRICE_RANGE bidMultiplierUp=1.05 bidMultiplierDown=0.2
      askMultiplierUp=5 askMultiplierDown=0.95]]
- GET symbolType
  symbol=AAAQQQ type=GLOBAL
  symbol=BBBQQQ type=SITE
- GET exchangeInfo
  timezone=UTC serverTime=350ms rateLimits=[rateLimitType=REQUEST_WEIGHT interval=SECOND
      intervalNum=10 limit=1000, rateLimitType=REQUEST_WEIGHT interval=MINUTE intervalNum=1
      limit=6000, rateLimitType=ORDERS interval=SECOND intervalNum=10 limit=1000,
      rateLimitType=ORDERS interval=DAY intervalNum=1 limit=200000]
      exchangeFilters=[filterType=EXCHANGE_MAX_NUM_ORDERS maxNumOrders=1000,
      filterType=EXCHANGE_MAX_NUM_ALGO_ORDERS maxNumAlgoOrders=200] symbols=[symbol=AAAQQQ
      baseAsset=AAA quoteAsset=QQQ status=TRADING baseAssetPrecision=8 quotePrecision=8
      quoteAssetPrecision=8 baseCommissionPrecision=8 quoteCommissionPrecision=8 type=GLOBAL
      orderTypes=[LIMIT, LIMIT_MAKER, MARKET, STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT,
      TAKE_PROFIT_LIMIT] filters=[], symbol=BBBQQQ baseAsset=BBB quoteAsset=QQQ status=TRADING
      baseAssetPrecision=8 quotePrecision=8 quoteAssetPrecision=8 baseCommissionPrecision=8
      quoteCommissionPrecision=8 type=SITE orderTypes=[LIMIT, LIMIT_MAKER, MARKET, STOP_LOSS,
      STOP_LOSS_LIMIT, TAKE_PROFIT, TAKE_PROFIT_LIMIT] filters=[]]
. day
  a: e=listenKeyExpired E=3600000ms listenKey=…
  b: e=listenKeyExpired E=3600000ms listenKey=…
- GET ticker/24hr symbol=AAAQQQ
  symbol=AAAQQQ priceChange=-50 priceChangePercent=-50 weightedAvgPrice=85.71428571
      prevClosePrice=90 lastPrice=50 lastQty=0.2 bidPrice=0 bidQty=0 askPrice=0 askQty=0
      openPrice=100 highPrice=100 lowPrice=50 volume=0.7 quoteVolume=60 openTime=80ms
      closeTime=86400080ms firstId=3 lastId=5 count=3
. later
b POST order symbol=AAAQQQ side=SELL type=LIMIT timeInForce=GTC quantity=0.1 price=95 newClientOrderId=b6 newOrderRespType=ACK
  symbol=AAAQQQ orderId=12 clientOrderId=b6 transactTime=86400150ms
  depth: E=86400150ms U=15 u=15 b=[] a=[[95, 0.1]]
  bookTicker: u=15 s=AAAQQQ b=0 B=0 a=95 A=0.1
a POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=IOC quantity=0.1 price=95 newClientOrderId=a7 newOrderRespType=ACK
  symbol=AAAQQQ orderId=13 clientOrderId=a7 transactTime=86400160ms
  trade: E=86400160ms t=6 p=95 q=0.1 b=13 a=12 m=false
  depth: E=86400160ms U=16 u=16 b=[] a=[[95, 0]]
  bookTicker: u=16 s=AAAQQQ b=0 B=0 a=0 A=0
  ticker: E=86400160ms p=0 P=0 w=95 x=50 c=95 Q=0.1 b=0 B=0 a=0 A=0 o=95 h=95 l=95 v=0.1 q=9.5
      O=160ms F=6 L=6 n=1
  miniTicker: E=86400160ms c=95 o=95 h=95 l=95 v=0.1 q=9.5
a POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=GTC quantity=1 price=1 newClientOrderId=a8 newOrderRespType=ACK
  symbol=AAAQQQ orderId=14 clientOrderId=a8 transactTime=86400170ms
  depth: E=86400170ms U=17 u=17 b=[[1, 1]] a=[]
  bookTicker: u=17 s=AAAQQQ b=1 B=1 a=0 A=0
a POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=GTC quantity=1 price=1 newClientOrderId=a8
  code=-2010 msg=Duplicate order sent. timestamp=86400180ms
a GET order symbol=AAAQQQ orderId=14
  orderId=14 clientOrderId=a8 price=1 origQty=1 status=NEW type=LIMIT side=BUY stopPrice=0
      time=86400170ms updateTime=86400170ms isWorking=true
a GET order symbol=AAAQQQ orderId=14 origClientOrderId=a8
  orderId=14 clientOrderId=a8 price=1 origQty=1 status=NEW type=LIMIT side=BUY stopPrice=0
      time=86400170ms updateTime=86400170ms isWorking=true
a GET order symbol=AAAQQQ orderId=14 origClientOrderId=a7
  code=-2039 msg=origClientOrderId does not belong to orderId; send only one of them.
      timestamp=86400210ms
a GET order symbol=AAAQQQ orderId=15 origClientOrderId=a8
  code=-2013 msg=the account has no such order on the symbol. timestamp=86400220ms
a GET order symbol=AAAQQQ
  code=-1102 msg=orderId or origClientOrderId is missing; send one of them. timestamp=86400230ms
a GET order symbol=AAAQQQ orderId=0
  code=-2013 msg=the account has no such order on the symbol. timestamp=86400240ms
a GET order symbol=AAAQQQ orderId=9007199254740993
  code=-2013 msg=the account has no such order on the symbol. timestamp=86400250ms
a GET order symbol=AAAQQQ orderId=99999999999999999999
  code=-1100 msg=orderId is not a 64-bit integer; give a whole number from 0, beyond 2^53 as a
      bigint. timestamp=86400260ms
a GET order symbol=AAAQQQ origClientOrderId=none
  code=-2013 msg=the account has no such order on the symbol. timestamp=86400270ms
b GET order symbol=AAAQQQ orderId=14
  code=-2013 msg=the account has no such order on the symbol. timestamp=86400280ms
b GET order symbol=AAAQQQ origClientOrderId=a8
  code=-2013 msg=the account has no such order on the symbol. timestamp=86400290ms
b DELETE order symbol=AAAQQQ orderId=14
  code=-2011 msg=Unknown order sent. timestamp=86400300ms
b DELETE order symbol=AAAQQQ origClientOrderId=a8
  code=-2011 msg=Unknown order sent. timestamp=86400310ms
b GET openOrders symbol=AAAQQQ
b GET allOrders symbol=BBBQQQ
b GET userTrades symbol=BBBQQQ
a DELETE order symbol=AAAQQQ orderId=14 newClientOrderId=c8
  orderId=14 price=1 origQty=1 status=CANCELED type=LIMIT side=BUY origClientOrderId=a8
      clientOrderId=c8 -origQuoteOrderQty
  depth: E=86400350ms U=18 u=18 b=[[1, 0]] a=[]
  bookTicker: u=18 s=AAAQQQ b=0 B=0 a=0 A=0
a DELETE order symbol=AAAQQQ orderId=14
  code=-2011 msg=Unknown order sent. timestamp=86400360ms
a GET openOrders symbol=NOSUCH
  code=-1121 msg=symbol is not listed; see the exchange information. timestamp=86400370ms
a GET asset/tradeFee symbol=NOSUCH
  code=-1121 msg=symbol is not listed; see the exchange information. timestamp=86400380ms
a GET order symbol=NOSUCH orderId=1
  code=-1121 msg=symbol is not listed; see the exchange information. timestamp=86400390ms
a DELETE order symbol=NOSUCH orderId=1
  code=-1121 msg=symbol is not listed; see the exchange information. timestamp=86400400ms
a GET userTrades symbol=AAAQQQ startTime=2 endTime=1
  code=-1128 msg=startTime is after endTime; swap them. timestamp=86400410ms
a POST order symbol=AAAQQQ side=BUY type=LIMIT timeInForce=GTC quantity=0 price=1
  code=-2010 msg=Price * QTY is zero or less. timestamp=86400420ms
b POST order symbol=AAAQQQ side=SELL type=LIMIT timeInForce=GTC quantity=0.1 price=100 newClientOrderId=b9 newOrderRespType=ACK
  symbol=AAAQQQ orderId=15 clientOrderId=b9 transactTime=86400430ms
  depth: E=86400430ms U=19 u=19 b=[] a=[[100, 0.1]]
  bookTicker: u=19 s=AAAQQQ b=0 B=0 a=100 A=0.1
a POST order symbol=AAAQQQ side=BUY type=MARKET quoteOrderQty=0.00000001
  code=-1013 msg=Filter failure: LOT_SIZE timestamp=86400440ms
`;

/** The same requests, with what really came. */
async function played(): Promise<string> {
  const sandbox = createSandbox({
    startTime,
    symbols: [
      { baseAsset: "AAA", quoteAsset: "QQQ", filters: [] },
      { baseAsset: "BBB", quoteAsset: "QQQ", filters: [], type: "SITE" },
    ],
    depth: { AAAQQQ: empty, BBBQQQ: empty },
    accounts: [
      { name: "a", balances, fees: { maker: "0.001", taker: "0.002" } },
      { name: "b", balances, fees: { maker: "0.003", taker: "0.004" } },
    ],
  });
  const client = foreignClient(sandbox);
  const { clock, hub, exchange } = sandbox;
  const came: string[] = [];
  const names = new Map(
    ["a", "b"].map((name) => [exchange.listenKeys.create(name, exchange.now()), name]),
  );
  const connection = hub.connect({
    format: "raw",
    send: ({ stream, text }) => {
      came.push(`${names.get(stream) ?? stream.split("@")[1]}: ${rowOf(JSON.parse(text))}`);
    },
    close: () => {},
    cut: () => {},
  });
  const kinds = ["trade", "bookTicker", "ticker", "miniTicker", "depth"];
  connection.subscribe([...names.keys(), ...kinds.map((kind) => `aaaqqq@${kind}`)]);
  /** What happens without a request. */
  const acts: Readonly<Record<string, () => unknown>> = {
    maintenance: () => exchange.execute({ kind: "maintenance" }),
    withdrawal: () =>
      exchange.execute({ kind: "deposit", account: "b", asset: "QQQ", amount: -500_000_000n }),
    // The last day begins with the fourth trade.
    day: () => clock?.set(startTime + 86_400_000 + 80 - 10),
    later: () => clock?.advance(50),
  };
  const lines: string[] = [];
  for (const line of story.split("\n").filter((line) => /^\S/.test(line))) {
    const [who, method = "", path, ...fields] = line.split(" ");
    const query = fields.map((field) => field.split("=") as [string, string]);
    clock?.advance(10);
    const act = acts[method];
    if (act !== undefined) {
      act();
      lines.push(line, ...came.splice(0).flatMap(wrapped));
      continue;
    }
    const sent = { method, path: `/api/v1/${path}`, query };
    const target = `${sent.path}?${fields.join("&")}`;
    const { body } =
      who === "-"
        ? await client.open(target, method)
        : await client.fresh(sent, who === "a" ? client.alice : client.bob);
    const rows = Array.isArray(body) ? body : [body];
    lines.push(line, ...rows.map(rowOf).flatMap(wrapped), ...came.splice(0).flatMap(wrapped));
  }
  return lines.join("\n");
}

/** Fields of reports and of orders that are left out where they hold just this. */
const none = "0.00000000";
const report = {
  ...{ e: "executionReport", s: "AAAQQQ", f: "GTC", P: none, F: none, g: -1, C: "", r: "NONE" },
  ...{ l: none, z: none, L: none, n: none, N: null, t: -1, m: false, Z: none, Y: none, Q: none },
};
const quantities = { executedQty: none, cumulativeQuoteQty: none, origQuoteOrderQty: none };
const orderRecord = { symbol: "AAAQQQ", timeInForce: "GTC", ...quantities };

function usualOf({ e, E, ...record }: Readonly<Record<string, unknown>>): object {
  if (e === report.e) return { ...report, T: E, O: E };
  if (e === "24hrTicker") return { e, s: "AAAQQQ", C: E };
  if (e === "outboundAccountPosition") return { e, u: E };
  if (e === "depthUpdate" || e === "24hrMiniTicker") return { e, s: "AAAQQQ" };
  if (e === "trade") return { e, s: "AAAQQQ", T: E };
  if ("isBuyer" in record) return { symbol: "AAAQQQ", isBestMatch: true };
  return "origQty" in record ? orderRecord : {};
}

/** A record in one line, as `name=value`; lists in brackets. */
function rowOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(rowOf).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const usual = usualOf(value as never) as Readonly<Record<string, unknown>>;
    const missing = Object.keys(usual).filter((name) => !(name in value));
    const shown = Object.entries(value).filter(([name, part]) => {
      return !(name in usual && usual[name] === part);
    });
    const parts = shown.map(([name, part]) => `${name}=${rowOf(part)}`);
    return [...parts, ...missing.map((name) => `-${name}`)].join(" ");
  }
  if (typeof value === "number" && value > startTime / 2) return `${value - startTime}ms`;
  const isKey = typeof value === "string" && value.length === 60;
  return isKey ? "…" : String(value).replace(/^(-?\d+)\.0+$|^(-?\d+\.\d*?[1-9])0+$/, "$1$2");
}

/** A line in lines of at most 100 columns. */
function wrapped(row: string): string[] {
  const lines = [" "];
  for (const word of row.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length < 99) lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(`      ${word}`);
  }
  return lines;
}

test("every response and every message of a story, as whole records", async () => {
  expect(await played()).toBe(story.trim());
});
