/**
 * Tables of Unicode 15.0, made by scripts/unicode-tables.mjs. A table is a list of ranges: alternating distances, in
 * base 36, from the end of one range to the start of the next and from there to its end.
 */

/** Not assigned in Unicode 15.0. */
export const UNASSIGNED =
  "oo 2 6 4 7 1 1 1 k 1 b1 1 12 2 1e 2 3 1 1j 8 r 4 6 b 7i 1 1o 2 2t e 1n 2 1d 2 f 1 s 2 1 1 b 5 v 1 2 6 " +
  "6k 1 8 2 2 2 m 1 7 1 1 3 4 2 9 2 2 2 4 8 1 4 2 1 5 2 p 2 3 1 6 4 2 2 m 1 7 1 2 1 2 1 2 2 1 1 5 4 2 2 " +
  "3 3 1 7 4 1 1 7 h a 3 1 9 1 3 1 m 1 7 1 2 1 5 2 a 1 3 1 3 2 1 f 4 2 c 7 7 1 3 1 8 2 2 2 m 1 7 1 2 1 5 " +
  "2 9 2 2 2 3 7 3 4 2 1 5 2 i a 2 1 6 3 3 1 4 3 2 1 1 1 2 3 2 3 3 3 c 4 5 3 3 1 4 2 1 6 1 e l 5 d 1 3 1 " +
  "n 1 g 2 9 1 3 1 4 7 2 1 3 2 1 2 4 2 a 7 m 1 3 1 n 1 a 1 5 2 9 1 3 1 4 7 2 6 2 1 4 2 a 1 3 c d 1 3 1 " +
  "1f 1 3 1 6 4 g 2 q 1 3 1 i 3 o 1 9 1 1 2 7 3 1 4 6 1 1 1 8 6 a 2 3 c 1m 4 t 11 2 1 1 1 5 1 o 1 1 1 n " +
  "2 5 1 1 1 7 1 a 2 4 w 20 1 10 4 13 1 10 1 f 1 d 11 5i 1 1 5 1 2 ah 1 4 2 7 1 1 1 4 2 15 1 4 2 x 1 4 2 " +
  "7 1 1 1 4 2 f 1 1l 1 4 2 1v 2 w 3 q 6 2e 2 6 2 il 3 2h 7 m 9 o 9 k c d 1 3 1 2 c 2m 2 a 6 a 6 q 6 2h " +
  "7 17 5 1y a v 1 c 4 c 4 1 3 16 2 5 b 18 4 q 6 b 3 1q 2 1t 1 t 2 b 6 a 6 e 2 v 1d 25 3 1b 1 38 8 1o 3 " +
  "f 3 1o 7 17 2 b 8 17 5 eu 2 6 2 12 2 6 2 8 1 1 1 1 1 1 1 v 2 1h 1 f 1 e 2 6 1 j 2 3 1 9 1 2t 1 c 2 r " +
  "1 d 3 x f x f 3w 4 if p b l 1ec 2 w 1 9p 5 19 1 1 5 1 2 1k 7 2 e o 9 7 1 7 1 7 1 7 1 7 1 7 1 7 1 7 1 " +
  "3i y q 1 2h c 5y q c 4 1s 1 2e 2 2v 5 17 1 2m 1 2c c 1b 1 mlp 3 1j 9 9o k 54 8 5n 5 2 1 1 1 5 o 1n 3 " +
  "a 6 1k 8 1y 8 c 6 38 b u 3 26 1 b 4 x 1 1j 9 e 2 a 2 2v o s a 6 2 6 2 6 9 7 1 7 1 1o 4 3i 2 a 6 8mc c " +
  "n 4 1d 4 6su 2 2y 12 7 c 5 5 q 1 5 1 1 1 2 1 2 1 3h g cd 2 1i 7 1 w 16 6 1f 1 j 1 4 4 5 1 3r 2 1 1 5a " +
  "3 6 2 6 2 6 2 3 3 7 1 7 a 5 2 c 1 q 1 j 1 2 1 f 2 e y 3f 5 3 4 19 3 2g 1 d 3 1 1b 1a 3m t 3 1d f s 4 " +
  "10 9 u 5 17 5 u 1 11 4 e 16 4e 2 a 6 10 4 10 4 14 8 1g b c 1 f 1 7 1 2 1 b 1 f 1 7 1 2 1v 8n 9 m a 8 " +
  "o 6 1 16 1 9 1x 6 2 1 1 18 1 2 3 1 2 n 1 20 8 9 1c j 1 2 5 x 3 r 5 1 1s 1k 4 k 2 1e 1 2 5 8 1 3 1 t 2 " +
  "3 4 a 7 9 7 1s w 13 4 c 9 1i 3 t 2 r 5 q 7 4 c 7 28 21 1j 1f d 1f 7 1a 8 a 86 v 1 16 1 3 2 2 23 17 8 " +
  "16 m q 12 s k n 9 26 4 10 9 1w a 1 2 p 7 a 6 1h 1 i 8 13 9 2o 1 k b i 1 1b 1q 7 1 1 1 4 1 f 1 b 6 1n " +
  "5 a 6 4 1 8 2 2 2 m 1 7 1 2 1 5 1 a 2 2 2 3 2 1 6 1 5 7 2 7 3 5 3v 2k 1 5 u 20 8 a 4m 1i 2 12 y 1x b " +
  "a 6 d j 1m 6 a 1i r 2 f 4 n 55 1o 2s 2b c 8 2 1 2 8 1 2 1 u 1 2 2 c 9 a 1y 8 2 1a 2 b r 20 8 2b d 21 " +
  "7 a 6u 9 1 19 1 e a t 3 w 2 m 1 e 21 7 1 2 1 18 3 1 1 2 1 9 8 a 6 6 1 2 1 11 1 2 1 6 7 a 8m p 7 h 1 " +
  "15 3 s 2e 1 f 1e d pn 2u 33 1 5 b 5g 218 2r d uu 33e g7 6nt ft 7 v 1 a 4 29 1 a 6 u 2 6 a 1y a a 1 7 " +
  "1 l 5 j j4 2j 2t 23 4 1l 7 h 1s 5 b 2 e 4qg 8 ye 16 9 6w7 4 1 7 1 2 1 83 f 1 t 3 2 1 e 4 8 b0 1s4 2z " +
  "5 d 3 9 7 a 2 8 3mk 1a 2 n 9 38 1o 6u a 13 2 5e l 1y 3e k c k c 2f 9 p 3r 2d 1 1z 1 2 2 1 2 2 2 4 1 c " +
  "1 1 1 7 1 1t 1 4 2 8 1 7 1 s 1 4 1 5 1 1 3 7 1 9g 2 84 2 ji f 5 1 f uo v 6 6 5x 7 1 h 2 7 1 2 1 5 5 " +
  "1q x 1 34 19 3 e 2 a 4 2 8w v h 1m 5 1 cw 16 km 7 1 4 1 2 1 f 1 5h 2 g 15 24 4 a 4 2 lt 1w 24 1p 5e 4 " +
  "1 r 1 2 1 1 2 1 1 a 1 4 1 1 1 1 6 1 4 1 1 1 1 1 1 3 1 2 1 1 2 1 1 1 1 1 1 1 1 1 1 2 1 1 2 4 1 7 1 4 1 " +
  "4 1 1 1 a 1 h 5 3 1 5 1 h 1g 2 7i 18 4 2s c f 2 f 1 f 1 11 a 4u 1k t d 18 4 9 7 2 e 6 4a rc 4 h 3 d 3 " +
  "3b 4 2n 6 c 4 1 f c 4 1k 8 a 6 14 8 u 2 2 26 9g c e 2 d 3 9 7 1a 1 7 8 e 4 9 7 9 7 43 1 1j 11 a sm " +
  "wyo w 37e 6 66 2 4g2 e 5rl 2e7 f2 15u 3t7 5 38g f975 1 u 2o 3k 6o 1e6o 1eke 2 1eke 2";

/** Default-ignorable code points, and format characters other than those that are drawn around numbers. */
export const INVISIBLE =
  "4t 1 ip 1 jw 1 282 2 18z 2 2d 5 1kr 5 q 5 1d g 3ck 1 14ez g 6n 1 4g 1 27 c ab8 g qxs 4 43z 8 h405 35s";

/** Letters, marks, numbers and currency symbols. */
export const WORD =
  "10 1 b a 7 q 6 q 13 4 4 1 7 2 1 1 3 2 1 3 1 n 1 v 1 cq 4 c e 5 7 1 1 1 h 39 1 2 2 4 1 1 6 1 1 3 1 1 1 " +
  "k 1 2b 1 3v 1 4t 1 12 2 1 6 15 6 1 1 19 1 1 1 2 1 2 1 1 8 r 4 4 o 1 4 b 5 22 4 2u 1 8 2 a 1 j 2 1 g " +
  "1n 2 2t e 1i 4 1 2 1d i s 4 b 5 o 1 6 9 22 1 3l 2 a 1 j 1 8 2 2 2 m 1 7 1 1 3 4 2 9 2 2 2 4 8 1 4 2 1 " +
  "5 2 k 1 2 1 1 2 3 1 6 4 2 2 m 1 7 1 2 1 2 1 2 2 1 1 5 4 2 2 3 3 1 7 4 1 1 7 g b 3 1 9 1 3 1 m 1 7 1 2 " +
  "1 5 2 a 1 3 1 3 2 1 f 4 2 a 1 1 7 7 1 3 1 8 2 2 2 m 1 7 1 2 1 5 2 9 2 2 2 3 7 3 4 2 1 5 2 a 1 7 a 2 1 " +
  "6 3 3 1 4 3 2 1 1 1 2 3 2 3 3 3 c 4 5 3 3 1 4 2 1 6 1 e d 6 1 6 d 1 3 1 n 1 g 2 9 1 3 1 4 7 2 1 3 2 1 " +
  "2 4 2 a 8 7 1 4 1 8 1 3 1 n 1 a 1 5 2 9 1 3 1 4 7 2 6 2 1 4 2 a 1 3 c d 1 3 1 1f 1 3 1 5 5 g 2 j 1 6 " +
  "1 3 1 i 3 o 1 9 1 1 2 7 3 1 4 6 1 1 1 8 6 a 2 2 d 1m 4 g 1 a 13 2 1 1 1 5 1 o 1 1 1 n 2 5 1 1 1 7 1 a " +
  "2 4 w 1 n 2 6 k 1 1 1 1 1 1 4 a 1 10 4 k 1 i 1 10 9 1 1l 22 6 26 2 12 1 1 5 1 2 17 1 99 1 4 2 7 1 1 1 " +
  "4 2 15 1 4 2 x 1 4 2 7 1 1 1 4 2 f 1 1l 1 4 2 1v 2 3 9 k 3 g g 2e 2 6 3 h8 2 h 1 q 5 23 3 b 7 m 9 m b " +
  "k c d 1 3 1 2 c 2c 3 1 3 3 2 a 6 a h 3 1 b 6 2h 7 17 5 1y a v 1 c 4 c a 14 2 5 b 18 4 q 6 b 11 s 4 1r " +
  "1 t 2 b 6 a d 1 8 v 1d 25 3 a h 9 c 38 c 1k 8 a 3 1d 2 9 7 17 2 3 g 3 1 13 5 eu 2 6 2 12 2 6 2 8 1 1 " +
  "1 1 1 1 1 v 2 1h 1 7 1 1 3 3 1 7 3 4 2 6 4 d 5 3 1 7 37 2 2 6 5 b 6 d 3 x f x h 1 4 1 2 a 1 1 3 5 6 1 " +
  "1 1 1 1 1 4 1 b 2 4 5 5 4 1 1 1m k6 1o 26 m hi u vg 6d 6 9 9 1 2 12 1 1 5 1 2 1k 7 1 f o 9 7 1 7 1 7 " +
  "1 7 1 7 1 7 1 7 1 7 1 w 1b 1 d1 3 p f 1 5 2 5 4 2e 2 2 2 3 1 2i 1 4 5 17 1 2m 3 4 a w 1c g w a u 8 1 " +
  "f w a 13 f 8w 534 1s h3h 1v 1a 2 7h 3 s k 1f 1 a 1 37 11 9 2 2v 2 1s 5 2 1 1 1 5 o 1i 4 1 3 6 2 1 7 " +
  "1g c 1y a a 6 o 3 1 1 1d 2 10 c t 3 1t e b 6 v 1 1j 9 e 2 a 6 n 3 21 o 3 2 g 2 5 a 6 2 6 2 6 9 7 1 7 " +
  "1 17 1 e 6 3f 1 2 2 a 6 8mc c n 4 1d 6is a6 2 2y 12 7 c 5 5 c 1 d 1 5 1 1 1 2 1 2 1 30 x a3 i 1s 2 1i " +
  "14 d 3 g g g 1l 1 6 5 1 3r 7 1 b a 7 q 6 q b 2h 3 6 2 6 2 6 2 3 3 2 3 2 p c 1 q 1 j 1 2 1 f 2 e y 3f " +
  "c 19 c 1l h 2 35 1 3m t 3 1d f s 4 10 9 u 5 17 5 u 2 10 4 8 1 5 16 4e 2 a 6 10 4 10 4 14 8 1g c b 1 f " +
  "1 7 1 2 1 b 1 f 1 7 1 2 1v 8n 9 m a 8 o 6 1 16 1 9 1x 6 2 1 1 18 1 2 3 1 2 n 2 v 2 12 8 9 1c j 1 2 5 " +
  "x 4 q 1y 1k 4 k 2 1e 1 2 5 8 1 3 1 t 2 3 4 a n v 1 w w 8 1 u 4 5 g 1i a m 2 r 5 q n 7 28 21 1j 1f d " +
  "1f 7 1a 8 a 86 v 1 16 1 2 3 2 23 17 8 11 r m 16 s k n 9 1z b 10 9 1o 7 1 d p 7 a 6 1h 1 a 4 4 8 10 2 " +
  "1 9 1x 4 4 1 d 1 1 4 k b i 1 11 6 4 1q 7 1 1 1 4 1 f 1 a 7 1n 5 a 6 4 1 8 2 2 2 m 1 7 1 2 1 5 1 a 2 2 " +
  "2 3 2 1 6 1 5 7 2 7 3 5 3v 23 5 a 4 4 u 1y 1 1 8 a 4m 1i 2 9 n 6 y 1t 3 1 b a 12 1l 7 a 1i r 2 f 4 c " +
  "4 7 55 1n 2t 2b c 8 2 1 2 8 1 2 1 u 1 2 2 9 c a 1y 8 2 1a 2 8 1 2 r 1r 8 1 8 22 3 1 i 21 7b 9 1 19 1 " +
  "9 f t 5 u 2 m 1 e 21 7 1 2 1 18 3 1 1 2 1 9 8 a 6 6 1 2 1 11 1 2 1 6 7 a 8m n 9 h 1 15 3 5 d a 2e 1 f " +
  "l 8 4 v pm 2u 33 h 5g 218 2p f ts g m 33e g7 6nt ft 7 v 1 a 6 27 1 a 6 u 2 5 b 1j 9 4 c a 1 7 1 l 5 j " +
  "j4 2f 2x 23 4 1l 7 h 1s 2 1 2 b 2 e 4qg 8 ye 16 9 6w7 4 1 7 1 2 1 83 f 1 t 3 2 1 e 4 8 b0 1s4 2z 5 d " +
  "3 9 7 a 3 2 3mp 1a 2 n f2 5 3 6 8 8 2 7 u 4 44 3 3f k c k 30 p 3r 2d 1 1z 1 2 2 1 2 2 2 4 1 c 1 1 1 7 " +
  "1 1t 1 4 2 8 1 7 1 s 1 4 1 5 1 1 3 7 1 9g 2 p 1 p 1 v 1 p 1 v 1 p 1 v 1 p 1 v 1 p 1 8 2 1e e8 1j 4 1e " +
  "8 1 e 1 m 5 1 f uo v 6 6 5x 7 1 h 2 7 1 2 1 5 5 1q x 1 34 19 3 e 2 a 4 1 8x v h 1m 5 1 cw 16 km 7 1 4 " +
  "1 2 1 f 1 5h 2 g 15 24 4 a lz 1n 1 8 24 19 1 f 5e 4 1 r 1 2 1 1 2 1 1 a 1 4 1 1 1 1 6 1 4 1 1 1 1 1 1 " +
  "3 1 2 1 1 2 1 1 1 1 1 1 1 1 1 1 2 1 1 2 4 1 7 1 4 1 4 1 1 1 a 1 h 5 3 1 5 1 h g4 d 25f a sm wyo w 37e " +
  "6 66 2 4g2 e 5rl 2e7 f2 15u 3t7 5 38g f9e8 6o";

/** Marks. */
export const MARK =
  "lc 34 7n 7 7b 19 1 1 1 2 1 2 1 1 20 b 1c l g 1 2t 7 2 6 2 2 1 4 z 1 u r 2j b 1m 9 9 1 o 4 1 9 1 3 1 5 " +
  "17 3 1o 8 16 o 1 x 1i 3 1 i 1 7 a 2 t 3 1k 1 1 7 2 2 2 3 9 1 a 2 q 1 2 3 1k 1 1 5 4 2 2 3 3 1 u 2 3 1 " +
  "b 3 1k 1 1 8 1 3 1 3 k 2 m 6 1 3 1k 1 1 7 2 2 2 3 7 3 a 2 u 1 1n 5 3 3 1 4 9 1 14 5 1j 1 1 7 1 3 1 4 " +
  "7 2 b 2 t 3 1k 1 1 7 1 3 1 4 7 2 b 2 f 1 c 4 1j 2 1 7 1 3 1 4 9 1 a 2 t 3 1y 1 4 6 1 1 1 8 i 2 1p 1 2 " +
  "7 c 8 2q 1 2 9 b 7 21 2 r 1 1 1 1 1 4 2 1d k 1 2 5 b 1 10 9 1 2s k n 4 4 3 1 3 2 7 3 4 d c 1 1 a 4 jj " +
  "3 qa 4 s 3 t 2 u 2 1s w 9 1 19 3 1 1 39 2 y 1 3a c 4 c 63 5 1l a 1 t 2 1 1c v 1d 5 1b h 12 9 c 3 u d " +
  "1k e 1c k 48 3 1 l 4 1 6 1 2 3 5i 1s k0 x 2da 3 3x 1 2o w fe 6 2x 2 n9w 4 1 a w 2 28 2 7k 1 3 1 4 1 n " +
  "5 4 1 2b 2 1e i q i d 1 12 8 p d 18 4 1b e 10 1 1v e c 1 8 2 19 3 1e 1 1 3 2 2 5 2 1 1 15 5 5 2 6k 8 " +
  "1 2 fn4 1 kh g g g r1 1 6a 1 45 5 1ae 3 1 2 5 4 14 3 4 1 4l 2 fx 4 ar 2 28 3 1y b 1d 4 3e 3 1h f 15 1 " +
  "2 2 a 4 19 b 7 1 1p 3 10 e g 2 18 1 c 3 1c e 8 4 1 2 2k c 6 1 2 1 4d c l 4 1j 2 1 7 2 2 2 3 9 1 a 2 2 " +
  "7 3 5 5c i n 1 29 k 6j 7 2 9 r 2 2a h 2y d 2t f 74 f 6t 6 1 2 2 4 1 1 1 2 3x 7 2 7 3 1 s a 14 7 1 4 8 " +
  "1 9 b 1a g b9 8 1 8 2a m 1 e 3e 6 3 1 1 2 1 7 1 1 1u 5 1 2 1 5 9n 4 9 2 1 1 1c 7 3 5 459 1 6 f asa 5 " +
  "1n 7 t4 1 1 1j 7 4 29 1 b 2 f57 2 3mp 1a 2 n f2 5 3 6 8 8 2 7 u 4 44 3 1iz 1j 4 1e 8 1 e 1 m 5 1 f " +
  "11s 7 1 h 2 7 1 2 1 5 2s 1 4g 7 af 1 1p 4 e4 4 rk 7 31 7 gzhx 6o";

/** Letters of Latin, Greek, Cyrillic and Armenian. */
export const ALPHABET_LETTER =
  "1t q 6 q 1b 1 a 1 4 1 5 n 1 v 1 cq 4 c e 5 7 1 1 1 3l 5 1 2 2 4 1 1 6 1 1 3 1 1 1 k 1 2b 1 3v 8 4m 1 " +
  "12 2 1 6 15";

/** Letters and marks of scripts in which joiners change how a word is written. */
export const JOINED =
  "174 b 5 w 1 a b a e 2 1 2r 1 8 2 a 1 6 a 3 2 1 g 1n 2 1f 22 18 4 1 2 1 1u s 4 b 5 o 1 6 9 22 1 32 4 f " +
  "d j 1 8 2 2 2 m 1 7 1 1 3 4 2 9 2 2 2 4 8 1 4 2 1 5 c 2 a 1 1 1 2 3 1 6 4 2 2 m 1 7 1 2 1 2 1 2 2 1 1 " +
  "5 4 2 2 3 3 1 7 4 1 1 h 6 b 3 1 9 1 3 1 m 1 7 1 2 1 5 2 a 1 3 1 3 2 1 f 4 l 7 1 3 1 8 2 2 2 m 1 7 1 2 " +
  "1 5 2 9 2 2 2 3 7 3 4 2 1 5 d 1 g 2 1 6 3 3 1 4 3 2 1 1 1 2 3 2 3 3 3 c 4 5 3 3 1 4 2 1 6 1 14 d 1 3 " +
  "1 n 1 g 2 9 1 3 1 4 7 2 1 3 2 1 2 4 s 4 1 8 1 3 1 n 1 a 1 5 2 9 1 3 1 4 7 2 6 2 1 4 d 3 c d 1 3 1 1f " +
  "1 3 1 5 5 4 7 5 m 6 1 3 1 i 3 o 1 9 1 1 2 7 3 1 4 6 1 1 1 8 i 2 7g 1 n 2 r 1 1 1 1 1 4 a 1 10 4 k 1 i " +
  "1 10 9 1 1l 1s g 1s a 4 1cy 2c 3 1 4 2 19 3 1 1 g 2h 7 17 shh o 3 1 1 3 68 g a 5 2p n 3 6 fyo 2q x a3 " +
  "i 1s 2 1i 14 c 38 5 1 3r 35s 3 181s 4 1 r 1 2 1 1 2 1 1 a 1 4 1 1 1 1 6 1 4 1 1 1 1 1 1 3 1 2 1 1 2 1 " +
  "1 1 1 1 1 1 1 1 1 2 1 1 2 4 1 7 1 4 1 4 1 1 1 a 1 h 5 3 1 5 1 h";

/** Marks that take the script of their letter. */
export const INHERITED_MARK =
  "lc 34 7p 2 ck b q 1 kg 4 3ff v e9 3 1 d 1 7 4 1 6 1 3 2 5i 1s k0 x 309 4 2z 2 14kl g g e r3 1 6a 1 " +
  "38a 1 1138 1a 2 n f4 3 h 8 2 7 u 4 h45u 6o";

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

/** Marks that move during normalization, one table for each combining class, in the order of the classes. */
export const COMBINING = [
  "ms 5 523 1 d 7 rt 2 4 3 a 2 3 2 1a31 1 j3q 5 g4p 1 43s 3",
  "20og 2",
  "1to 1 3j 1 3j 1 3j 1 3j 1 73 1 3j 1 oq 1 264 1 4x 1 28 1 ry3 1 kcm 1 54 1 2e 1 2z 1 4y 1 29 2 7d 1 3g " +
    "1 70 1 6u 1 aq 1 7c 1 se 1 14av 1",
  "9ll 2",
  "1u5 1 3j 1 3j 1 3j 1 3j 1 3j 1 3j 1 3j 1 31 2 g 1 3g 1 33 1 3j 1 5l 1 50 2 1cp 2 u 1 4d 1 i5 1 6b 1 " +
    "2t 2 1y 2 3gr 1 o7a 1 11 1 47 1 3y 1 30 1 8l 1 6u 1 imp 1 16u 1 15 1 e 1 1l 1 3d 2 3v 1 38 1 50 1 2q " +
    "1 6s 1 3j 1 70 1 3j 1 3a 1 38 1 7h 1 77 2 4h 1 2b 1 i 1 29 1 bp 1 78 2 29 1 bt 2",
  "14g 1",
  "14h 1",
  "14i 1",
  "14j 1",
  "14k 1",
  "14l 1",
  "14m 1",
  "14n 1",
  "14o 1 e 1",
  "14p 2",
  "14r 1",
  "14s 1",
  "14t 1",
  "14v 1",
  "14x 1",
  "14y 1",
  "1dlq 1",
  "18r 1 is 1",
  "18s 1 is 1",
  "18t 1 is 1",
  "17c 1 1h 1",
  "17d 1 1h 1",
  "17e 1 1h 1",
  "18x 1",
  "18y 1",
  "19s 1",
  "1e9 1",
  "2fp 1",
  "2fq 1",
  "2t4 2",
  "2tk 4",
  "2wo 2",
  "2x4 4",
  "31t 1",
  "31u 1 7 4 2 1",
  "31w 1",
  "m9 2 4 2 59j 1",
  "5vy 1",
  "m3 1 2e5 1 2gx7 2 7 5",
  "5x6 1 3lb 1",
  "ly 4 2 5 2 4 2 b 5 4 a 3 3 2 4 4 2 2 fq 1 4 1 4 1 6 6 2 1 q 1 3z 2 5 1 2 1 3n 1 6 1 2 1 1v 1 2 1 2 3 " +
    "1 2 1 1 3 1 1 1 1 1 1 1 4p 1 a 1 2j 3 1p 3 1f 5 f 1 2 1 2 1 3 3 6 1 2 2 2f 1 151 2 r 1 1 1 3y 1 5i 1 " +
    "1pp 1 64 1 2u 1 1h 6 2 1 1 2 2 2 5 1 4h 1 a0 5 2 4 d 1 5w 1 7 1 4 1 15 1 3 1 1 1 ko 1 3 4 qwr 3 au 1 " +
    "ghe 7 r3 1 6a 1 1f0 1 18 1 4r 1 t2 3 1y 2 3 1 1 4 1e 1 1 1 12b9 8 7 2 3tu 1 rl 7",
  "13u 1 i 1 3uz 1 4j7 1",
  "9im 2",
  "2jxp 1",
  "14e 1 3qy 1 11p 2 3le 1",
  "lc l 14 3 2 1 3 1 3 3 3 3 4 1 3 1 7 d 7n 5 7e 4 1 3 2 6 6 2 1 2 2 1 k 1 23 8 1n 2 2 5 1 2 3b 7 2 4 1 " +
    "1 2 2 2 2 1v 1 1 2 1 2 3 1 2 1 1 3 1 1 1 1 1 1 1 2 4g 7 1 1 y 4 1 9 1 3 1 5 2y 1 3 4 16 5 5 e 2 2 1 2 " +
    "1 3 6 3 1 2 2 5 29 1 1 2 4p 1 137 2 2 2 r9 3 vx 1 9o 1 64 1 2l 8 1f 5 6 2 4 2 2 5 1 4 4c 1 1 7 9o 3 7 " +
    "2 4 1 j 1 3 2 5i 2 1 7 1 2 4 11 5 1 2 1 k1 2 2 4 3 2 4 1 5 1 1 1 6 1 2da 3 6m w nsf 1 4 a w 2 28 2 dq " +
    "i ce 1 1 2 3 2 5 2 1 1 ggu 7 7 2 11i 5 1as 1 14 1 4s 1 fy 4 ar 2 4b 3 1 1 1h 1 1 1 aj 3 gz 7 3 5 6h 1 " +
    "h5d 7 k7i 5 w 4 44 3 2pn 7 1 h 2 7 1 2 1 5 2s 1 4g 7 af 1 1p 4 e7 1 us 6",
  "lx 1 4 1 1p 1 599 1 3lh 1 2e9r 2",
  "nw 1 2 1 2 1 595 1",
  "nx 2 1 2 57v 1",
  "n9 1",
];
