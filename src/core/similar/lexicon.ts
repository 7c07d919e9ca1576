/**
 * Ordinary words that are one letter away from another: `Contact name` beside `Contract name` is a neighbour, and `issuer`
 * for `issued` another member, not a typing error. Adding a word can only make two names less alike.
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `
  action adapter adaptor adopter advice advise altitude angel angle ankle aptitude area arena attitude
  auction back ball ban band bang bank bar bark barn battle beach bear beat beer being bell bench bend
  berth bike bill birch birth bite blank bleach bleed blond blood bloom boarder boat bold bolt bond bone
  book boom boot border bottle bound braid brand breach bread break breed bride bridge bring brook browse
  browser bus bush bust cafe cage cake calf call cape car card care career carer carrier cart carton
  cartoon case cash cast cat cause cave cell chain chair change chapter charge charger charm chart
  charter chase chat cheat child chill chip choir chop clause close closed coach coal coast coat code
  codec coder codex coil coin colon color come complement compliment cone connection contact content
  contest context contract contrast convection convention cord core corn cost couch count country county
  courier course court cover covert crash crate create created crew crop crow crush cube cult cure curse
  curve cut daily dairy dare dash data date dated death debit debt deck deliver delivery depth desert
  desk dessert detection detention device devise diary director directory disc dish disk dive diver dock
  dome donor door dose draft drift drive driver drug drum duck earn earning earring employee employer
  even event expanse expect expense expert expire export face facet fact factor factory fade fall fame
  fare farm fast fate fee feed fell fight file filer filet fill film filter find fine fire firm fist five
  flag flame flat flight flood floor flour fold font food foot fork form formal format fort forum found
  frame free freight fright fuel full fully fund gain game gate gene genre giant glass glide gloss goal
  goat gold golf good grace grade grain grand grant grape graph grass grave guess guest guid guide hail
  hair hand hard hare head heal heap hear heart heat herd hero hide hike hire hole home hood hoof hook
  hope horse hose host hostel hotel house human humane imei imsi infection injection inland insure
  insured insurer intention invention inventor inventory isbn isin island ismn issn issue issuer join
  joint kind king lace lake land lane laser last late later latter launch lawyer layer lead leaf leak
  lean lease least leave lend less level lever license licensed licensee lick life lift like lime line
  liner link lint list lite live liver load loaf loan local locale lock log logic login logo long look
  loop lord lore lose loss lost lot love luck lunch mach made maid mail main make maker male mall manor
  maple march mark marker market mart mask mass massage master match mate matter maze meal mean meat
  medal media median mediation medic medication mend mental menu mess message meta metal meteor meter
  mice mile mine miner minor miss mode model modem mole money monkey month mood moon moral mortal moss
  motel moth mound mount mouth move movie mule mural name named node noise nose note notice novice office
  officer pace pack pact page pager paid pain paint pair palace palate pale palm pane panel pant paper
  parent parity park part party pass past pasta paste pat patch patent path patient payee payer peak pear
  peat pest pet phase phrase pike pile pill pilot pin pine pink pint pipe pitch pivot place placed plain
  plan plane planet plank plant plate play player plot point pole police policy poll polo pond pool poor
  pork port portal pose post postal pound powder power prayer presence present preset pretence price
  pride prime prince print prize procession produce producer product profession project projection prone
  protect protection quantify quantity quarter quartet quiet quit quite quota quote race racer rack radio
  rage raid rail rain rake ranger rank rate ratio ration read reality really realty red relay release
  released rent repay replay reply report resort rest retort rice rich ride rider ridge rise risk river
  road rock role roll roof room root rope rose roster route router ruin rule ruler sacred safe sail sale
  salt sample sand save scale scan scar scare scared scene scent scope score scorer sea seal seat section
  seed self send set sftp shade shaft shake shape share shark sharp shave shed sheep sheet shelf shell
  shift ship shirt shock shoe shoot shop shore short shot show sick side sign simple sine sing site size
  skate skill skin skip skirt skull slate slice slide slip slope slot slow smart smtp snack snake snow
  soap sock soft soil sole song sort soul soup sour space spade spare spark speed spell spend spice spin
  spine splint split spoil sport spot spring sprint stack staff stage stain stair stake stale stamp stand
  star stare start state stated stationary stationery statue status statute stay steak steal steam steel
  stem step stick sting stitch stock stone stop store stork storm story stove strain strand strap straw
  stray stream string strip stripe strong stuck stuff suction suit suite swamp sweet swift switch table
  tablet tack tail take tale talk tall tame tank tape task tax taxi teak team tear tent term test text
  thank thorough thought thread threat three through tide tie tier tile tilt time timer tire title titled
  toll tone tonic tool topic torn towel tower town trace track tract trade trail train trait tram trap
  tray tread treat treaty tree trend trial trick trio trip truce truck true trunk tuba tube tuna tune
  tuner turn type typo ulid unit unite united unity untied update updated use used user usher uuid
  vacation vale value valve vast vice visa vista vocation voice vote voter wage waist wait waiter wake
  walk wall want ward ware warm wash watch water wave weak weed week weigh weight well wide wife wild
  will wind wine wing winner winter wipe wire wise wish witch woman women wood wool word work world worm
  worn yard yarn
`
    .trim()
    .split(/\s+/),
);
