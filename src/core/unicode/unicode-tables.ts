/**
 * Tables of Unicode 15.0, made by scripts/unicode-tables.mjs. A table is a list of ranges: alternating distances, in
 * base 36, from the end of one range to the start of the next and from there to its end.
 */

/** Default-ignorable code points, and format characters other than those that are drawn around numbers. */
export const INVISIBLE =
  "4t 1 ip 1 jw 1 282 2 18z 2 2d 5 1kr 5 q 5 1d g 3ck 1 14ez g 6n 1 4g 1 27 c ab8 g qxs 4 43z 8 h405 35s";

/** Emoji, digits included. */
export const EMOJI =
  "z 1 6 1 5 a 33 1 4 1 68d 1 c 1 60 1 m 1 2i 6 f 2 a7 2 c 1 4m 1 p b 4 3 5j 1 6f 2 a 1 9 1 1m 4 1 5 9 1 " +
  "2 1 2 2 2 1 4 1 2 1 1 2 2 1 3 1 3 2 8 3 5 1 1 1 5 c b 2 2 1 1 2 1 1 i 1 2 2 i 6 1 1 1 2 3 2 5 1 2 2 4 " +
  "2 b 2 5 2 2 1 5 2 1 1 1 2 k 2 5 6 1 4 2 1 4 1 2 1 2 6 1 1 2 1 1 1 1 1 6 1 3 1 6 1 a 2 f 1 2 1 4 1 1 1 " +
  "4 3 1 1 b 2 1c 3 9 1 e 1 e 1 ac 2 cv 3 j 2 1f 1 4 1 yi 1 c 1 gp 1 1 1 2fze 1 5m 1 4g 2 c 2 e 1 2 a 23 " +
  "q 1 2 n 1 k 1 2 9 l 2 4u y 2 34 2 2 1 3 2 2b 2 3 1 7b 1 1r b 6 1 o 7 2 2 8 c 1 2 4 2 1 4 2 d 2 2 1 8 " +
  "2 9 1 5 3 c 3 8 3 2 1 1 1 4 1 6 1 3 1 6 2e 1c 1y 5 8 2 3 4 a 3 1 1 2 3 1 2 a 6b c 4 1 7v 1b 1 a 1 55 " +
  "34 d 3 9 7 1a 1 7 8 e 4 9 7 9";

/** What emoji sequences are made of. */
export const PICTOGRAPHIC =
  "4p 1 4 1 68d 1 c 1 60 1 m 1 2i 6 f 2 a7 2 c 1 2n 1 1y 1 p b 4 3 5j 1 6f 2 a 1 9 1 1m 4 1 6 1 c 1 36 a " +
  "3a 2 b 1 1 1 1 6 1 3 1 6 1 a 2 f 1 2 1 4 1 1 1 4 3 1 1 b 5 19 3 9 1 e 1 e 1 ac 2 cv 3 j 2 1f 1 4 1 yi " +
  "1 c 1 gp 1 1 1 2fza 74 d 3 v 1 1o 6 c 2 e 1 2 a i 1l r f a 1 k 1 2 9 1 4 9 c2 5 8u 8 7e 1c 3k 38 c 2d " +
  "17 c 4 1k 8 a 6 14 8 u 2a c 1b 1 a 1 c9 74 se";

/** The general categories: the sign in the runs, the short and the long name of each. */
export const CATEGORY_NAMES =
  "A Lu Uppercase_Letter; B Ll Lowercase_Letter; C Lt Titlecase_Letter; D Lm Modifier_Letter; E Lo " +
  "Other_Letter; F Mn Nonspacing_Mark; G Mc Spacing_Mark; H Me Enclosing_Mark; I Nd Decimal_Number; J Nl " +
  "Letter_Number; K No Other_Number; L Pc Connector_Punctuation; M Pd Dash_Punctuation; N Ps " +
  "Open_Punctuation; O Pe Close_Punctuation; P Pi Initial_Punctuation; Q Pf Final_Punctuation; R Po " +
  "Other_Punctuation; S Sm Math_Symbol; T Sc Currency_Symbol; U Sk Modifier_Symbol; V So Other_Symbol; W " +
  "Zs Space_Separator; X Zl Line_Separator; Y Zp Paragraph_Separator; Z Cc Control; ! Cf Format; # Cs " +
  "Surrogate; % Co Private_Use; & Cn Unassigned";

/** The general category of every code point, from 0 on: a sign, and in base 36 how many in a row have it (1 if absent). */
export const CATEGORY_RUNS =
  "ZwWR3TR3NORSRMR2IaR2S3R2AqNROULUBqNSOSZxWRT4VRUVEPS!VUVSK2UBR2UKEQK3RAnSA7BoSB8ABABABABABABABABABABA" +
  "BABABABABABABABABABABABABABABABABAB2ABABABABABABABAB2ABABABABABABABABABABABABABABABABABABABABABABABA" +
  "2BABAB3A2BABA2BA3B2A4BA2BA3B3A2BA2BABABA2BAB2ABA2BA3BABA2B2EAB3E4ACBACBACBABABABABABABABAB2ABABABABA" +
  "BABABABAB2ACBABA3BABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB7A2BA2B2ABA4BABABABAB1xE" +
  "BrDiU4DcUeD5U7DUDUhF34ABABDUAB&2DB3RA&4U2ARA3&A&A2BAh&A9BzAB2A3B3ABABABABABABABABABABABAB5ABSABA2B2A" +
  "1fB1cABABABABABABABABABABABABABABABABABVF5H2ABABABABABABABABABABABABABABABABABABABABABABABABABABABA2" +
  "BABABABABABAB2ABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB" +
  "ABABABABAB&A12&2DR6B15RM&2V2T&F19MFRF2RF2RF&8Er&4E4R2&b!6S3R2TR2V2FbR!R3EwDEaFlIaR4E2FE2rREF7!VF6D2F" +
  "2VF4E2IaE3V2ERe&!EFEuFr&2E2hFbE&eIaExF9D2VR3D&2FT2EmF4DF9DF3DF5&2Rf&EpF3&2R&Eb&5EoUE6&!2&6F8E15DFo!F" +
  "wGE1iFGFEG3F8G4FG2EF7EaF2R2IaRDEfFG2&E8&2E2&2Em&E7&E&3E4&2FEG3F4&2G2&2G2FE&8G&4E2&E3F2&2IaE2T2K6VTER" +
  "F&2F2G&E6&4E2&2Em&E7&E2&E2&E2&2F&G3F2&4F2&2F3&3F&7E4&E&7IaF2E3FR&aF2G&E9&E3&Em&E7&E2&E5&2FEG3F5&F2G&" +
  "G2F&2E&fE2F2&2IaRT&7EF6&FG2&E8&2E2&2Em&E7&E2&E5&2FEGFGF4&2G2&2G2F&7F2G&4E2&E3F2&2IaVEK6&aFE&E6&3E3&E" +
  "4&3E2&E&E2&3E2&3E3&3Ec&4G2FG2&3G3&G3F&2E&6G&eIaK3V6TV&5FG3FE8&E3&En&Eg&2FEF3G4&F3&F4&7F2&E3&2E&2E2F2" +
  "&2Ia&7RK7VEFG2RE8&E3&En&Ea&E5&2FEGFG5&FG2&G2F2&7G2&6E2&E2F2&2Ia&E2G&cF2G2E9&E3&E15F2EG3F4&G3&G3FEV&4" +
  "E3GK7E3F2&2IaK9VE6&FG2&Ei&3Eo&E9&E&2E7&3F&4G3F3&F&G8&6Ia&2G2R&cE1cFE2F7&4TE6DF8RIaR2&11E2&E&E5&Eo&E&" +
  "EaFE2F9E&2E5&D&F7&Ia&2E4&wEV3RfVRV3F2V6IaKaVFVFVFNONOG2E8&E10&4FeGF5RF2E5Fb&F10&V8FV6&V2R5V4R2&11E17" +
  "G2F4GF6GF2G2F2EIaR6E6G2F2E4F3EG3E2G7E3F4EdFG2F2G6FEGIaG3FV2A12&A&5A&2B17RDB3E95&E4&2E7&E&E4&2E15&E4&" +
  "2Ex&E4&2E7&E&E4&2Ef&E1l&E4&2E1v&2F3R9Kk&3EgVa&6A2e&2B6&2MEh8VREhWEqNO&3E23R3J3E8&7EiF3G&9EjF2GR2&9Ei" +
  "F2&cEd&E3&F2&cE1gF2GF7G8FG2FbR3DR3TEF&2Ia&6Ka&6R6MR4F3!FIa&6EzDE1h&7E5F2EyFE&5E1y&aEv&F3G4F2G3&4G2FG" +
  "6F3&4V&3R2IaEu&2E5&bE18&4Eq&6IaK&3VyEnF2G2F&2R2E1hGFGF7&FGFG2F8G6Fa&2FIa&6Ia&6R7DR6&2FeHFg&1dF4GE1bF" +
  "GF5GFG5FG2E8&3IaR7VaF9V9R2&F2GEuGF4G2F2GF3E2IaE18FGF2G3FGF3G2&8R4E10G8F8G2F2&3R5Ia&3E3IaEuD6R2B9&7A1" +
  "7&2A3R8&8F3RFdGF7E4FE6FE2GF2E&5B18D1rBdDByD11F1sABABABABABABABABABABABABABABABABABABABABABABABABABAB" +
  "ABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB9A" +
  "BABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB9A8" +
  "B6&2A6&2B8A8B8A8B6&2A6&2B8&A&A&A&AB8A8Be&2B8C8B8C8B8C8B5&B2A4CUBU3B3&B2A4CU3B4&2B2A4&U3B8A5U3&2B3&B2" +
  "A4CU2&Wb!5M6R2PQNP2QNPR8XY!5WR9PQR4L2R3SNORbSRLRaW!5&!aKD&2K6S3NODKaS3NO&Dd&3Tx&fFdH4FH3Fc&fV2AV4AV2" +
  "BA3B2A3BVAV2SA5V6AVAVAVA4VBA4BE4BV2B2A2S5AB4VSV2BVKgJzABJ4KV2&4S5V5S2V4SV2SV2SV7SVvS2V2SVSVvS7gV8NON" +
  "OVkS2V7NOV29SVuSpV14S6V1x&pVb&lK1oV26KmV53SV9SV1iS8V33SV6wNONONONONONONOKuV18S5NOSvNONONONONOSgV74S3" +
  "nNONONONONONONONONONONOS1rNONOSwNOS76V1cSlV2S6V13&2Vw&V2xA1cB1cABA3B2ABABABA4BAB2AB6D2A3BABABABABABA" +
  "BABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB2V6ABABF3AB&5" +
  "R4KR2B12&B&5B&2E1k&7DR&eFEn&9E7&E7&E7&E7&E7&E7&E7&E7&FwR2PQPQR3PQRPQR9MR2MRPQR2PQNONONONOR5DRaM2R4MR" +
  "NRdV2R3NONONONOM&yVq&V2h&cV5y&qVc&4WR3VDEJNONONONONOV2NONONONOMNO2VJ9F4G2MD5V2J3DERV2&E2e&2F2U2D2EME" +
  "2iRD3E&5E17&E2m&V2K4VaEwV10&cEgVv&KaVuK8VKfVwKaV13KfV8wE534V1sEg7pDEvr&3V1j&9E14D6R2E7gDR3EgIaE2&kAB" +
  "ABABABABABABABABABABABABABABABABABABABABABABEFH3RFaRDABABABABABABABABABABABABABABD2F2E1yJaF2R6&8UnD9" +
  "U2ABABABABABABAB3ABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABDB8ABABA2BABABABABDU2" +
  "ABABEABAB3ABABABABABABABABABABA5BA5BABABABABABABABA4BAB&5AB&B&BABAB&oD3ABED2BE7FE3FE4FEnG2F2GV4F&3K6" +
  "V2TV&6E1gR4&8G2E1eGgF2&8R2Ia&6FiE6R3ERE2FIaEsF8R2EnFbG2&bREt&3F3GE1bFG2F4G2F2G3Rd&DIa&4R2E5FDE9IaE5&" +
  "E15F6G2F2G2F2&9E3FE8FG&2Ia&2R4EgDE6V3EGFGE1eFEF3E2F2E5F2EFE&oE2DR2EbGF2G2R2ED2GF&aE6&2E6&2E6&9E7&E7&" +
  "B17UD4B9DU2&4B28EzG2FG2FG2RGF&2Ia&6E8mc&cEn&4E1d&4#1kw%4xsEa6&2E2y&12B7&cB5&5EFEaSEd&E5&E&E2&E2&E30U" +
  "h&gEa3ONVgE1s&2E1i&7V&wEcTV3FgR7NOR&6FgRM2L2NONONONONONONONOR2NOR4L3R3&R4MNONONOR3SMS3&RTR2&4E5&E3r&" +
  "2!&R3TR3NORSRMR2IaR2S3R2AqNROULUBqNSOSNORNOR2EaDE19D2Ev&3E6&2E6&2E6&2E3&3T2SUVT2&VS4V2&a!3V2&2Ec&Eq&" +
  "Ej&E2&Ef&2Ee&yE3f&5R3&4K19&3V9J1hK4VhK2V3&Vd&3V&1bV19F&3mEt&3E1d&fFKr&4EwK4&9EkJE8J&5E12F5&5Eu&RE10&" +
  "4E8RJ5&16A14B14E26&2Ia&6A10&4B10&4E14&8E1g&bRAb&Af&A7&A2&Bb&Bf&B7&B2&1vE8n&9Em&aE8&oD6&D16&D9&1xE6&2" +
  "E&E18&E2&3E&2En&RK8EnV2K7Ev&8K9&1cEj&E2&5K5EmK6&3REq&5R&1sE1k&4K2E2Kg&2K1aEF3&F2&5F4E4&E3&Et&2F3&4FK" +
  "9&7R9&7EtK2REtK3&wE8VEsF2&4K5R7&9E1i&3R7Em&2K8Ej&5K8Ei&7R4&cK7&28E21&1jA1f&dB1f&7K6E10F4&8Ia&86Kv&E1" +
  "6&F2M&2E2&23F3EtKaE&8EmFbK4R5&mEiF4R4&12ElK7&kEn&9GFGE1hFfR7&4KkIaFE2F2E&9F3GE19G3F4G2F2R2!R4F&a!&2E" +
  "p&7Ia&6F3E10F5GF8&IaR4EG2E&8EzFR2E&9F2GE1cG3F9G2E4R4F4RGFIaERER3&Kk&bEi&EpG3F3G2FGF2R6FE2F&1qE7&E&E4" +
  "&Ef&EaR&6E1bFG3F8&5Ia&6F2G2&E8&2E2&2Em&E7&E2&E5&F2EG2FG4&2G2&2G3&2E&6G&5E5G2&2F7&3F5&3vE1hG3F8G2F3GF" +
  "E4R5IaR2&RFE3&uE1cG3F6GFG4F2GF2E2RE&8Ia&4mE1bG3F4&2G4F2GF2RnE4F2&yE1cG3F8G2FGF2R3E&bIa&6Rd&jE17FGFG2" +
  "F6GFER&6Ia&1iEr&2F3G2F4GF5&4IaK2R3VE7&55E18G3F9GF2R&2sAwBwIaK9&cE8&2E&2E8&E2&EoG6&G2&2F2GFEGEGFR3&9I" +
  "a&1yE8&2E13G3F4&2F2G4FEREG&rEFaE14F6GEF4R8F&8EF6G2F3E1aFdGF2R3ER5&dE21&7Ra&6uE9&E11GF7&F6GFER5&aIaKj" +
  "&3R2Eu&2Fm&GF7GF2GF2&21E7&E2&E12F6&3F&F2&F7EF&8Ia&6E6&E2&EwG5&F2&G2FGFE&7Ia&8mEjF2G2R2&7F2EGEd&EyG2F" +
  "5&3G2FGFRdIa&2eE&fKlV8T4Vh&dREpm&2uJ33&R5&bE5g&218E2pR2&dEts!gFE6Ff&33eEg7&6ntEft&7Ev&Ia&4R2E27&Ia&6" +
  "Eu&2F5R&aE1cF7R5V4D4RV&aIa&K7&El&5Ej&j4AwBwKnR4&2tE23&4FEG1j&7F4Dd&1sD2RDF&bG2&eE4qg&8Eye&16E9&6w7D4" +
  "&D7&D2&E83&fE&tE3&2E&eE4&8Eb0&1s4E2z&5Ed&3E9&7Ea&2VF2R!4&3mkF1a&2Fn&9V38&1oV6u&aV13&2V1oG2F3V3G6!8F8" +
  "V2F7VuF4V1p&lV1uF3V&3eKk&cKk&cV2f&9Kp&3rAqBqAqB7&BiAqBqA&A2&2A&2A2&2A4&A8B4&B&B7&BbAqBqA2&A4&2A8&A7&" +
  "BqA2&A4&A5&A&3A7&BqAqBqAqBqAqBqAqBqAqBqAqBs&2ApSBpSB6ApSBpSB6ApSBpSB6ApSBpSB6ApSBpSB6AB&2I1eVe8F1jV4" +
  "F1eV8FVeFV2R5&fF5&Ff&uoBaEBk&6B6&5xF7&Fh&2F7&F2&F5&5D1q&xF&34E19&3F7D7&2Ia&4EV&8wEuF&hE18F4Ia&5T&cwE" +
  "rDF4Ia&kmE7&E4&E2&Ef&E5h&2K9F7&15AyByF7D&4Ia&4R2&ltK1nVK3TK4&24K19VKf&5eE4&Er&E2&E&2E&Ea&E4&E&E&6E&4" +
  "E&E&E&E3&E2&E&2E&E&E&E&E&E2&E&2E4&E7&E4&E4&E&Ea&Eh&5E3&E5&Eh&1gS2&7iV18&4V2s&cVf&2Vf&Vf&V11&aKdV4h&1" +
  "kVt&dV18&4V9&7V2&eV6&4aV6zU5Vk8&4Vh&3Vd&3V3b&4V2n&6Vc&4V&fVc&4V1k&8Va&6V14&8Vu&2V2&26V9g&cVe&2Vd&3V9" +
  "&7V1a&V7&8Ve&4V9&7V9&7V43&V1j&11Ia&smEwyo&wE37e&6E66&2E4g2&eE5rl&2e7Ef2&15uE3t7&5E38g&f975!&u!2o&3kF" +
  "6o&1e6o%1eke&2%1eke&2";

/** The scripts, each by its name and the table of its code points. */
export const SCRIPTS =
  "Adlam 2olc 24 4 a 4 2; Ahom 1j40 r 2 f 4 n; Anatolian_Hieroglyphs 1s00 g7; Arabic 16o 5 1 6 1 e 1 3 1 " +
  "w 1 a b q 1 30 1 y 28 1c 6o v 1 2 6 22 1 t 1bv4 37 g a3 2 28 2 1i 7 1 w g 34 5 1 3r 31f v 3i 3 181s 4 " +
  "1 r 1 2 1 1 2 1 1 a 1 4 1 1 1 1 6 1 4 1 1 1 1 1 1 3 1 2 1 1 2 1 1 1 1 1 1 1 1 1 1 2 1 1 2 4 1 7 1 4 1 " +
  "4 1 1 1 a 1 h 5 3 1 5 1 h 1g 2; Armenian 10x 12 2 1e 2 3 1chv 5; Avestan 1gqo 1i 3 7; Balinese 5c0 25 " +
  "3 1b; Bamum www 2g 124o ft; Bassa_Vah 1zo0 u 2 6; Batak 5hc 1g 8 4; Bengali 1vk 4 1 8 2 2 2 m 1 7 1 1 " +
  "3 4 2 9 2 2 2 4 8 1 4 2 1 5 2 p; Bhaiksuki 1k3k 9 1 19 1 e a t; Bopomofo kq 2 93t 17 34 w; Brahmi " +
  "1hq8 26 4 10 9 1; Braille 7wg 74; Buginese 54w s 2 2; Buhid 4lc k; Canadian_Aboriginal 3y8 hs fk 1y " +
  "1ewq g; Carian 1f34 1d; Caucasian_Albanian 1flc 1g b 1; Chakma 1hxc 1h 1 i; Cham xkw 1j 9 e 2 a 2 4; " +
  "Cherokee 3vk 2e 2 6 twy 28; Chorasmian 1ho0 s; Common 0 1t q 6 q 1b 1 f 1 5 n 1 v 1 ch 13 5 5 2 k 38 " +
  "1 9 1 6 1 1 1 hp 1 6 1 e 1 3 1 w 1 4c 1 ec 1 3l 2 yh 1 b9 4 82 1 167 3 1z 2 5n 2 1 1 y5 1 d 1 7 4 1 6 " +
  "1 3 2 1 lh c 2 2f 1 b 3 b 1 f h x 1r 12 1 3 2 6 1 r 1 h 15 3 4 if p b l ps 74 hg 2 w 1 2x e8 2m b6 c " +
  "4 5 1 1 1 p f 8 4 4 2j 2 3 1 2i 2 43 g w 10 1o 1s v 29 1b 1 2g 4o 534 1s hkw y 2u 3 4l a 6s 1 4g 1 az " +
  "1 e 2 g5u 2 5s a m z 1 j 1 4 43 1 1 w q 6 q b a 1 19 2 1s 7 1 7 a 5 76 3 4 19 3 9 28 d 1f 19 6c r " +
  "10o4 4 3os 38 1o 6u a 13 2 1q 3 h 8 2 7 u 4 1p 5x k c k c 2f 9 p 3r 2d 1 1z 1 2 2 1 2 2 2 4 1 c 1 1 1 " +
  "7 1 1t 1 4 2 8 1 7 1 s 1 4 1 5 1 1 3 7 1 9g 2 84 2 1e 41d 1w 24 1p jm 18 4 2s c f 2 f 1 f 1 11 a 4u " +
  "1k q 1 2 d 18 4 9 7 2 e 6 4a rc 4 h 3 d 3 3b 4 2n 6 c 4 1 f c 4 1k 8 a 6 14 8 u 2 2 26 9g c e 2 d 3 9 " +
  "7 1a 1 7 8 e 4 9 7 9 7 43 1 1j 11 a gvlz 1 u 2o; Coptic rm e 80g 38 5 7; Cuneiform 1kw0 pm 2u 33 1 5 " +
  "b 5g; Cypriot 1g5c 6 2 1 1 18 1 2 3 1 2 1; Cypro_Minoan 1nyo 2r; Cyrillic sg 3p 2 4p 4ls 9 4i 1 24 1 " +
  "38n w nr4 2o ham 2 18n4 1q x 1; Deseret 1fcw 28; Devanagari 1s0 29 4 f 2 q vhc w mio a; Dives_Akuru " +
  "1ji8 7 2 1 2 8 1 2 1 u 1 2 2 c 9 a; Dogra 1jb4 1o; Duployan 2fpc 2z 5 d 3 9 7 a 2 4; " +
  "Egyptian_Hieroglyphs 1o1s uu; Elbasan 1fk0 14; Elymaic 1hpc n; Ethiopic 3k0 21 1 4 2 7 1 1 1 4 2 15 1 " +
  "4 2 x 1 4 2 7 1 1 1 4 2 f 1 1l 1 4 2 1v 2 w 3 q 546 n 9 7 1 7 1 7 1 7 1 7 1 7 1 7 1 7 opu 6 2 6 2 6 9 " +
  "7 1 7 1qk1 7 1 4 1 2 1 f; Georgian 3a8 12 1 1 5 1 2 17 1 4 2a8 17 2 3 37k 12 1 1 5 1; Glagolitic 8ow " +
  "2o 2e1s 7 1 h 2 7 1 2 1 5; Gothic 1f74 r; Grantha 1ibk 4 1 8 2 2 2 m 1 7 1 2 1 5 2 9 2 2 2 3 2 1 6 1 " +
  "5 7 2 7 3 5; Greek og 4 1 3 2 4 1 1 4 1 1 1 1 3 1 1 1 k 1 1r e g 4yu 5 1e 5 4 5 2c 1 8w m 2 6 2 12 2 " +
  "6 2 8 1 1 1 1 1 1 1 v 2 1h 1 f 1 e 2 6 1 j 2 3 1 9 87 1 rb2 1 gyi 27 h 1 155r 1y; Gujarati 22p 3 1 9 " +
  "1 3 1 m 1 7 1 2 1 5 2 a 1 3 1 3 2 1 f 4 2 c 7 7; Gunjala_Gondi 1kdc 6 1 2 1 11 1 2 1 6 7 a; Gurmukhi " +
  "1z5 3 1 6 4 2 2 m 1 7 1 2 1 2 1 2 2 1 1 5 4 2 2 3 3 1 7 4 1 1 7 h; Han 96o q 1 2h c 5y 1b 1 1 1 p 9 e " +
  "4 qs 534 1s g74 hkw a6 2 2y n48 2 c 2 sge wyo w 37e 6 66 2 4g2 e 5rl 2e7 f2 15u 3t7 5 38g; Hangul 3cw " +
  "74 5ym 2 75 2m 35 v 1t v nhd t hv 8mc c n 4 1d 7tw v 3 6 2 6 2 6 2 3; Hanifi_Rohingya 1h4w 14 8 a; " +
  "Hanunoo 4kg l; Hatran 1gbk j 1 2 5 5; Hebrew 13l 1j 8 r 4 6 1cfc q 1 5 1 1 1 2 1 2 1 a; Hiragana 9j5 " +
  "2e 6 3 23q9 7z i 1 t 3 crx 1; Imperial_Aramaic 1g74 m 1 9; Inherited lc 34 7p 2 ck b q 1 kg 4 3ff v " +
  "e9 3 1 d 1 7 4 1 6 1 3 2 5i 1s ek 2 5e x 309 4 2z 2 14kl g g e r3 1 6a 1 38a 1 1138 1a 2 n f4 3 h 8 2 " +
  "7 u 4 h45u 6o; Inscriptional_Pahlavi 1gtc j 5 8; Inscriptional_Parthian 1gsg m 2 8; Javanese xhc 26 2 " +
  "a 4 2; Kaithi 1hts 1v a 1; Kannada 2gw d 1 3 1 n 1 a 1 5 2 9 1 3 1 4 7 2 6 2 1 4 2 a 1 3; Katakana " +
  "9lt 2i 2 3 6o g 5s 1b 1 2g 14b2 a 1 19 ytu 4 1 7 1 2 1 1 7z 3 1e 1 e 4; Kawi 1kow h 1 15 3 s; " +
  "Kayah_Li xds 1a 1 1; Kharoshthi 1gjk 4 1 2 5 8 1 3 1 t 2 3 4 a 7 9; Khitan_Small_Script 20o4 1 5cr " +
  "d2; Khmer 4n4 2m 2 a 6 a di w; Khojki 1i4g i 1 1b; Khudawadi 1i9c 1n 5 a; Lao 2v5 2 1 1 1 5 1 o 1 1 1 " +
  "n 2 5 1 1 1 7 1 a 2 4; Latin 1t q 6 q 1b 1 f 1 5 n 1 v 1 ch 13 5 55n 12 6 1d 5 4 5 d 1 1y 1t 74 a9 1 " +
  "d 1 g d 3x 2 6 1 r 1 h 15 253 w o82 2u 3 1s 5 2 1 1 1 5 o e mo 17 1 9 1 4 fpy 7 t6 q 6 q 1lx 6 1 16 1 " +
  "9 16it v 6 6; Lepcha 5j4 1k 3 f 3 3; Limbu 4xs v 1 c 4 c 4 1 3 c; Linear_A 1fr4 8n 9 m a 8; Linear_B " +
  "1ekg c 1 q 1 j 1 2 1 f 2 e y 3f; Lisu wk0 1c o8g 1; Lycian 1f28 t; Lydian 1gdc q 5 1; Mahajani 1hzk " +
  "13; Makasar 1ko0 p; Malayalam 2kg d 1 3 1 1f 1 3 1 6 4 g 2 q; Mandaic 1mo s 2 1; Manichaean 1gow 13 4 " +
  "c; Marchen 1k6o w 2 m 1 e; Masaram_Gondi 1kao 7 1 2 1 18 3 1 1 2 1 9 8 a; Medefaidrin 20cg 2j; " +
  "Meetei_Mayek xr4 n 5l 1a 2 a; Mende_Kikakui 2oe8 5h 2 g; Meroitic_Cursive 1ggw o 4 k 2 1a; " +
  "Meroitic_Hieroglyphs 1gg0 w; Miao 20hs 23 4 1l 7 h; Modi 1iww 1x b a; Mongolian 4qo 2 2 1 1 k 6 2h 7 " +
  "17 1e45 d; Mro 1zk0 v 1 a 4 2; Multani 1i80 7 1 1 1 4 1 f 1 b; Myanmar 35s 4g u9s v 2p w; Nabataean " +
  "1g8w v 8 9; Nag_Mundari 2nrk 16; Nandinagari 1jmo 8 2 1a 2 b; New_Tai_Lue 51c 18 4 q 6 b 3 2; Newa " +
  "1iio 2k 1 5; Nko 1j4 1n 2 3; Nushu 20o1 1 cy6 b0; Nyiakeng_Puachue_Hmong 2n0g 19 3 e 2 a 4 2; Ogham " +
  "4g0 t; Ol_Chiki 5lc 1c; Old_Hungarian 1h1c 1f d 1f 7 6; Old_Italic 1f5s 10 9 3; Old_North_Arabian " +
  "1gn4 w; Old_Permic 1f80 17; Old_Persian 1fa8 10 4 e; Old_Sogdian 1hj4 14; Old_South_Arabian 1gm8 w; " +
  "Old_Turkic 1gxs 21; Old_Uyghur 1hm8 q; Oriya 269 3 1 8 2 2 2 m 1 7 1 2 1 5 2 9 2 2 2 3 7 3 4 2 1 5 2 " +
  "i; Osage 1fhs 10 4 10; Osmanya 1fgg u 2 a; Pahawh_Hmong 1zpc 1y a a 1 7 1 l 5 j; Palmyrene 1g80 w; " +
  "Pau_Cin_Hau 1juo 1l; Phags_Pa x8g 1k; Phoenician 1gcg s 3 1; Psalter_Pahlavi 1gu8 i 7 4 c 7; Rejang " +
  "xf4 10 b 1; Runic 4gw 23 3 b; Samaritan 1kw 1a 2 f; Saurashtra xa8 1y 8 c; Sharada 1i0w 2o; Shavian " +
  "1ff4 1c; Siddham 1itc 1i 2 12; SignWriting 2l8g i4 f 5 1 f; Sinhala 2o1 3 1 i 3 o 1 9 1 1 2 7 3 1 4 6 " +
  "1 1 1 8 6 a 2 3 1fcc k; Sogdian 1hkg 16; Sora_Sompeng 1hw0 p 7 a; Soyombo 1jrk 2b; Sundanese 5fk 1s " +
  "74 8; Syloti_Nagri x6o 19; Syriac 1ds e 1 1o 2 3 7k b; Tagalog 4jk m 9 1; Tagbanwa 4m8 d 1 3 1 2; " +
  "Tai_Le 500 u 2 5; Tai_Tham 55s 1r 1 t 2 b 6 a 6 e; Tai_Viet xog 1v o 5; Takri 1j0g 1m 6 a; Tamil 29u " +
  "2 1 6 3 3 1 4 3 2 1 1 1 2 3 2 3 3 3 c 4 5 3 3 1 4 2 1 6 1 e l 1ih1 1e d 1; Tangsa 1zlc 27 1 a; Tangut " +
  "20o0 1 v 4qg 8 lc e8 9; Telugu 2dc d 1 3 1 n 1 g 2 9 1 3 1 4 7 2 1 3 2 1 2 4 2 a 7 9; Thaana 1hc 1e; " +
  "Thai 2rl 1m 5 s; Tibetan 2yo 20 1 10 4 13 1 10 1 f 1 7 4 2; Tifinagh 8xc 1k 7 2 e 1; Tirhuta 1im8 20 " +
  "8 a; Toto 2nbk v; Ugaritic 1f9c u 1 1; Vai wlc 8c; Vithkuqi 1fn4 b 1 f 1 7 1 2 1 b 1 f 1 7 1 2; " +
  "Wancho 2ncw 1m 5 1; Warang_Citi 1jfk 2b c 1; Yezidi 1hfk 16 1 3 2 2; Yi vls wd 3 1j; Zanabazar_Square " +
  "1jpc 20";
