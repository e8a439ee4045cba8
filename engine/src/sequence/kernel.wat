;; The heavy path of equilibrium/1: choosing source bits, whitening them, settling ties and weighing blocks.
;; Addresses are bytes of the exported memory, whose layout kernel.ts owns. Lane i of a group is bit i of its 16 bytes.
;; Loops are unrolled and nothing is called inside them, because the compilers behind this do neither inline nor unroll.
(module
  (memory (export "memory") 15)

  ;; Where `settle` stopped reading the tail.
  (global $tailAt (export "tailAt") (mut i32) (i32.const 0))

  ;; Reads one or more groups of $stride bytes at $in, each a pad block and then digit blocks u_1..u_P, and writes the source X
  ;; and the output Y = X xor pad. Bit d-1 of $digits is b_d. Whether a lane is at or above the bias is folded from the last
  ;; digit to the first: u_d AND the rest where b_d = 1, u_d OR the rest where b_d = 0; $rest is the verdict on lanes that
  ;; agree with all digits. Always eight digits are folded: where there are fewer, b_d = 0 and $rest = -1 (or b_d = 1 and
  ;; $rest = 0, bias 1) make the verdict the same whatever bytes follow the group. Where $tail is 1, words with lanes tied
  ;; after eight planes are listed at $ties as (byte offset of the word, lanes). Returns the end of that list.
  (func (export "select")
    (param $in i32) (param $groups i32) (param $stride i32) (param $digits i32) (param $rest i32)
    (param $x i32) (param $y i32) (param $word i32) (param $tail i32) (param $ties i32)
    (result i32)
    (local $above v128) (local $tied v128) (local $u v128) (local $lanes i32)
    (loop $group
      (local.set $above (i32x4.splat (local.get $rest)))
      (local.set $tied (v128.const i32x4 -1 -1 -1 -1))
      (local.set $u (v128.load offset=128 (local.get $in)))
      (if (i32.and (local.get $digits) (i32.const 128))
        (then
          (local.set $above (v128.and (local.get $above) (local.get $u)))
          (local.set $tied (v128.and (local.get $tied) (local.get $u))))
        (else
          (local.set $above (v128.or (local.get $above) (local.get $u)))
          (local.set $tied (v128.andnot (local.get $tied) (local.get $u)))))
      (local.set $u (v128.load offset=112 (local.get $in)))
      (if (i32.and (local.get $digits) (i32.const 64))
        (then
          (local.set $above (v128.and (local.get $above) (local.get $u)))
          (local.set $tied (v128.and (local.get $tied) (local.get $u))))
        (else
          (local.set $above (v128.or (local.get $above) (local.get $u)))
          (local.set $tied (v128.andnot (local.get $tied) (local.get $u)))))
      (local.set $u (v128.load offset=96 (local.get $in)))
      (if (i32.and (local.get $digits) (i32.const 32))
        (then
          (local.set $above (v128.and (local.get $above) (local.get $u)))
          (local.set $tied (v128.and (local.get $tied) (local.get $u))))
        (else
          (local.set $above (v128.or (local.get $above) (local.get $u)))
          (local.set $tied (v128.andnot (local.get $tied) (local.get $u)))))
      (local.set $u (v128.load offset=80 (local.get $in)))
      (if (i32.and (local.get $digits) (i32.const 16))
        (then
          (local.set $above (v128.and (local.get $above) (local.get $u)))
          (local.set $tied (v128.and (local.get $tied) (local.get $u))))
        (else
          (local.set $above (v128.or (local.get $above) (local.get $u)))
          (local.set $tied (v128.andnot (local.get $tied) (local.get $u)))))
      (local.set $u (v128.load offset=64 (local.get $in)))
      (if (i32.and (local.get $digits) (i32.const 8))
        (then
          (local.set $above (v128.and (local.get $above) (local.get $u)))
          (local.set $tied (v128.and (local.get $tied) (local.get $u))))
        (else
          (local.set $above (v128.or (local.get $above) (local.get $u)))
          (local.set $tied (v128.andnot (local.get $tied) (local.get $u)))))
      (local.set $u (v128.load offset=48 (local.get $in)))
      (if (i32.and (local.get $digits) (i32.const 4))
        (then
          (local.set $above (v128.and (local.get $above) (local.get $u)))
          (local.set $tied (v128.and (local.get $tied) (local.get $u))))
        (else
          (local.set $above (v128.or (local.get $above) (local.get $u)))
          (local.set $tied (v128.andnot (local.get $tied) (local.get $u)))))
      (local.set $u (v128.load offset=32 (local.get $in)))
      (if (i32.and (local.get $digits) (i32.const 2))
        (then
          (local.set $above (v128.and (local.get $above) (local.get $u)))
          (local.set $tied (v128.and (local.get $tied) (local.get $u))))
        (else
          (local.set $above (v128.or (local.get $above) (local.get $u)))
          (local.set $tied (v128.andnot (local.get $tied) (local.get $u)))))
      (local.set $u (v128.load offset=16 (local.get $in)))
      (if (i32.and (local.get $digits) (i32.const 1))
        (then
          (local.set $above (v128.and (local.get $above) (local.get $u)))
          (local.set $tied (v128.and (local.get $tied) (local.get $u))))
        (else
          (local.set $above (v128.or (local.get $above) (local.get $u)))
          (local.set $tied (v128.andnot (local.get $tied) (local.get $u)))))
      (local.set $above (v128.not (local.get $above)))
      (v128.store (i32.add (local.get $x) (local.get $word)) (local.get $above))
      (v128.store
        (i32.add (local.get $y) (local.get $word))
        (v128.xor (local.get $above) (v128.load (local.get $in))))
      ;; Each entry is written, and kept only where lanes are tied: no branch to mispredict.
      (if (i32.and (local.get $tail) (v128.any_true (local.get $tied)))
        (then
          (local.set $lanes (i32x4.extract_lane 0 (local.get $tied)))
          (i32.store (local.get $ties) (i32.add (local.get $word) (i32.const 0)))
          (i32.store offset=4 (local.get $ties) (local.get $lanes))
          (local.set $ties (i32.add (local.get $ties) (i32.shl (i32.ne (local.get $lanes) (i32.const 0)) (i32.const 3))))
          (local.set $lanes (i32x4.extract_lane 1 (local.get $tied)))
          (i32.store (local.get $ties) (i32.add (local.get $word) (i32.const 4)))
          (i32.store offset=4 (local.get $ties) (local.get $lanes))
          (local.set $ties (i32.add (local.get $ties) (i32.shl (i32.ne (local.get $lanes) (i32.const 0)) (i32.const 3))))
          (local.set $lanes (i32x4.extract_lane 2 (local.get $tied)))
          (i32.store (local.get $ties) (i32.add (local.get $word) (i32.const 8)))
          (i32.store offset=4 (local.get $ties) (local.get $lanes))
          (local.set $ties (i32.add (local.get $ties) (i32.shl (i32.ne (local.get $lanes) (i32.const 0)) (i32.const 3))))
          (local.set $lanes (i32x4.extract_lane 3 (local.get $tied)))
          (i32.store (local.get $ties) (i32.add (local.get $word) (i32.const 12)))
          (i32.store offset=4 (local.get $ties) (local.get $lanes))
          (local.set $ties (i32.add (local.get $ties) (i32.shl (i32.ne (local.get $lanes) (i32.const 0)) (i32.const 3))))))
      (local.set $word (i32.add (local.get $word) (i32.const 16)))
      (local.set $in (i32.add (local.get $in) (local.get $stride)))
      (br_if $group (local.tee $groups (i32.sub (local.get $groups) (i32.const 1)))))
    (local.get $ties))

  ;; Settles listed words with tail words, digit by digit from b_9; $digits..$digitsEnd holds each digit as 0 or -1. Lanes
  ;; tied after the last digit stay 0. Returns the first entry not settled, which is $tiesEnd unless the tail ran out; an
  ;; entry is settled as a whole or not at all, and $tailAt is where the next one starts.
  (func (export "settle")
    (param $ties i32) (param $tiesEnd i32) (param $tail i32) (param $tailEnd i32)
    (param $digits i32) (param $digitsEnd i32) (param $x i32) (param $y i32)
    (result i32)
    (local $tied i32) (local $ones i32) (local $differ i32) (local $digit i32) (local $at i32) (local $word i32)
    (block $stop
      (loop $entry
        (br_if $stop (i32.ge_u (local.get $ties) (local.get $tiesEnd)))
        (local.set $tied (i32.load offset=4 (local.get $ties)))
        (local.set $ones (i32.const 0))
        (local.set $digit (local.get $digits))
        (local.set $at (local.get $tail))
        (block $settled
          (loop $next
            (br_if $settled (i32.ge_u (local.get $digit) (local.get $digitsEnd)))
            (br_if $stop (i32.ge_u (local.get $at) (local.get $tailEnd)))
            (local.set $differ
              (i32.and (local.get $tied) (i32.xor (i32.load (local.get $at)) (i32.load (local.get $digit)))))
            (local.set $ones (i32.or (local.get $ones) (i32.and (local.get $differ) (i32.load (local.get $digit)))))
            (local.set $tied (i32.xor (local.get $tied) (local.get $differ)))
            (local.set $digit (i32.add (local.get $digit) (i32.const 4)))
            (local.set $at (i32.add (local.get $at) (i32.const 4)))
            (br_if $next (local.get $tied))))
        (local.set $word (i32.load (local.get $ties)))
        (i32.store
          (i32.add (local.get $x) (local.get $word))
          (i32.or (i32.load (i32.add (local.get $x) (local.get $word))) (local.get $ones)))
        (i32.store
          (i32.add (local.get $y) (local.get $word))
          (i32.xor (i32.load (i32.add (local.get $y) (local.get $word))) (local.get $ones)))
        (local.set $tail (local.get $at))
        (local.set $ties (i32.add (local.get $ties) (i32.const 8)))
        (br $entry)))
    (global.set $tailAt (local.get $tail))
    (local.get $ties))

  ;; Adds one to the cell of each block's weight. A block of up to 57 bits, or one that starts on a byte, lies within the
  ;; eight bytes from its first: true for all six sizes.
  (func (export "weigh") (param $at i32) (param $blocks i32) (param $size i32) (param $cells i32)
    (local $mask i64) (local $bit i32) (local $cell i32)
    (local.set $mask (i64.shr_u (i64.const -1) (i64.extend_i32_u (i32.sub (i32.const 64) (local.get $size)))))
    (loop $block
      (local.set $cell
        (i32.add
          (local.get $cells)
          (i32.shl
            (i32.wrap_i64
              (i64.popcnt
                (i64.and
                  (local.get $mask)
                  (i64.shr_u
                    (i64.load (i32.add (local.get $at) (i32.shr_u (local.get $bit) (i32.const 3))))
                    (i64.extend_i32_u (i32.and (local.get $bit) (i32.const 7)))))))
            (i32.const 2))))
      (i32.store (local.get $cell) (i32.add (i32.load (local.get $cell)) (i32.const 1)))
      (local.set $bit (i32.add (local.get $bit) (local.get $size)))
      (br_if $block (local.tee $blocks (i32.sub (local.get $blocks) (i32.const 1)))))))
