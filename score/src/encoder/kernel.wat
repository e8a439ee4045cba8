;; The arithmetic of the encoder. Matrix products are whole numbers; everything else is float32 in a fixed order. So every machine gets
;; the same bits.
;;
;; Addresses and lines are in bytes of the imported memory, whose layout network.ts owns. A line is the distance between two rows.
;; Int16 operands of a product lie in panels: the rows of a panel side by side in chunks of eight numbers (16 bytes), so that the
;; product reads straight on. The first operand has panels of 2 rows, the second of 4. Rows that only fill up a panel hold
;; anything: no result that is read depends on them.
(module
  (import "encoder" "memory" (memory 1))

  ;; The sums of the products of rows: $out[r][0..3] = sum over k of $a[r][k] * $b[0..3][k], for $rows rows of $a (an odd number is
  ;; rounded up) and one panel of $b, each row $bytes long (a multiple of 16). Two rows and four columns at a time: eight sums, two
  ;; inputs, four weights and one product fit the fifteen registers that V8 has. Four chunks follow one another in the loop; the way
  ;; out between them also keeps V8 from loading all four ahead, for which there are not enough registers.
  (func $panel (param $a i32) (param $rows i32) (param $b i32) (param $bytes i32) (param $out i32) (param $line i32)
    (local $w i32) (local $x i32) (local $end i32) (local $end1 i32) (local $end2 i32) (local $end3 i32)
    (local $x0 v128) (local $x1 v128) (local $y v128)
    (local $s00 v128) (local $s01 v128) (local $s02 v128) (local $s03 v128)
    (local $s10 v128) (local $s11 v128) (local $s12 v128) (local $s13 v128)
    (local.set $end (i32.add (local.get $b) (i32.shl (local.get $bytes) (i32.const 2))))
    (local.set $end1 (i32.sub (local.get $end) (i32.const 64)))
    (local.set $end2 (i32.sub (local.get $end) (i32.const 128)))
    (local.set $end3 (i32.sub (local.get $end) (i32.const 192)))
    (loop $pairs
      (local.set $s00 (v128.const i32x4 0 0 0 0))
      (local.set $s01 (v128.const i32x4 0 0 0 0))
      (local.set $s02 (v128.const i32x4 0 0 0 0))
      (local.set $s03 (v128.const i32x4 0 0 0 0))
      (local.set $s10 (v128.const i32x4 0 0 0 0))
      (local.set $s11 (v128.const i32x4 0 0 0 0))
      (local.set $s12 (v128.const i32x4 0 0 0 0))
      (local.set $s13 (v128.const i32x4 0 0 0 0))
      (local.set $x (local.get $a))
      (local.set $w (local.get $b))
      (block $done
        (loop $sum
          (local.set $x0 (v128.load offset=0 (local.get $x)))
          (local.set $x1 (v128.load offset=16 (local.get $x)))
          (local.set $y (v128.load offset=0 (local.get $w)))
          (local.set $s00 (i32x4.add (local.get $s00) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s10 (i32x4.add (local.get $s10) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=16 (local.get $w)))
          (local.set $s01 (i32x4.add (local.get $s01) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s11 (i32x4.add (local.get $s11) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=32 (local.get $w)))
          (local.set $s02 (i32x4.add (local.get $s02) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s12 (i32x4.add (local.get $s12) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=48 (local.get $w)))
          (local.set $s03 (i32x4.add (local.get $s03) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s13 (i32x4.add (local.get $s13) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (br_if $done (i32.eq (local.get $w) (local.get $end1)))
          (local.set $x0 (v128.load offset=32 (local.get $x)))
          (local.set $x1 (v128.load offset=48 (local.get $x)))
          (local.set $y (v128.load offset=64 (local.get $w)))
          (local.set $s00 (i32x4.add (local.get $s00) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s10 (i32x4.add (local.get $s10) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=80 (local.get $w)))
          (local.set $s01 (i32x4.add (local.get $s01) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s11 (i32x4.add (local.get $s11) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=96 (local.get $w)))
          (local.set $s02 (i32x4.add (local.get $s02) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s12 (i32x4.add (local.get $s12) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=112 (local.get $w)))
          (local.set $s03 (i32x4.add (local.get $s03) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s13 (i32x4.add (local.get $s13) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (br_if $done (i32.eq (local.get $w) (local.get $end2)))
          (local.set $x0 (v128.load offset=64 (local.get $x)))
          (local.set $x1 (v128.load offset=80 (local.get $x)))
          (local.set $y (v128.load offset=128 (local.get $w)))
          (local.set $s00 (i32x4.add (local.get $s00) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s10 (i32x4.add (local.get $s10) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=144 (local.get $w)))
          (local.set $s01 (i32x4.add (local.get $s01) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s11 (i32x4.add (local.get $s11) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=160 (local.get $w)))
          (local.set $s02 (i32x4.add (local.get $s02) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s12 (i32x4.add (local.get $s12) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=176 (local.get $w)))
          (local.set $s03 (i32x4.add (local.get $s03) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s13 (i32x4.add (local.get $s13) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (br_if $done (i32.eq (local.get $w) (local.get $end3)))
          (local.set $x0 (v128.load offset=96 (local.get $x)))
          (local.set $x1 (v128.load offset=112 (local.get $x)))
          (local.set $y (v128.load offset=192 (local.get $w)))
          (local.set $s00 (i32x4.add (local.get $s00) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s10 (i32x4.add (local.get $s10) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=208 (local.get $w)))
          (local.set $s01 (i32x4.add (local.get $s01) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s11 (i32x4.add (local.get $s11) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=224 (local.get $w)))
          (local.set $s02 (i32x4.add (local.get $s02) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s12 (i32x4.add (local.get $s12) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $y (v128.load offset=240 (local.get $w)))
          (local.set $s03 (i32x4.add (local.get $s03) (i32x4.dot_i16x8_s (local.get $x0) (local.get $y))))
          (local.set $s13 (i32x4.add (local.get $s13) (i32x4.dot_i16x8_s (local.get $x1) (local.get $y))))
          (local.set $x (i32.add (local.get $x) (i32.const 128)))
          (br_if $sum (i32.lt_u (local.tee $w (i32.add (local.get $w) (i32.const 256))) (local.get $end)))))
      (local.set $a (i32.add (local.get $a) (i32.shl (local.get $bytes) (i32.const 1))))
      (local.set $x0 (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s00) (local.get $s01))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s00) (local.get $s01))))
      (local.set $x1 (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s02) (local.get $s03))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s02) (local.get $s03))))
      (v128.store (local.get $out) (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $x0) (local.get $x1))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $x0) (local.get $x1))))
      (local.set $out (i32.add (local.get $out) (local.get $line)))
      (local.set $x0 (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s10) (local.get $s11))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s10) (local.get $s11))))
      (local.set $x1 (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $s12) (local.get $s13))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $s12) (local.get $s13))))
      (v128.store (local.get $out) (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $x0) (local.get $x1))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $x0) (local.get $x1))))
      (local.set $out (i32.add (local.get $out) (local.get $line)))
      (br_if $pairs (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 2))) (i32.const 0)))))

  ;; Four rows of $width int8 numbers (a multiple of 8), one after another, become a panel of int16 numbers.
  (func $widen (param $from i32) (param $width i32) (param $into i32)
    (local $end i32) (local $f1 i32) (local $f2 i32) (local $f3 i32)
    (local.set $end (i32.add (local.get $from) (local.get $width)))
    (local.set $f1 (local.get $end))
    (local.set $f2 (i32.add (local.get $f1) (local.get $width)))
    (local.set $f3 (i32.add (local.get $f2) (local.get $width)))
    (loop $chunks
      (v128.store offset=0 (local.get $into) (v128.load8x8_s (local.get $from)))
      (v128.store offset=16 (local.get $into) (v128.load8x8_s (local.get $f1)))
      (v128.store offset=32 (local.get $into) (v128.load8x8_s (local.get $f2)))
      (v128.store offset=48 (local.get $into) (v128.load8x8_s (local.get $f3)))
      (local.set $into (i32.add (local.get $into) (i32.const 64)))
      (local.set $f1 (i32.add (local.get $f1) (i32.const 8)))
      (local.set $f2 (i32.add (local.get $f2) (i32.const 8)))
      (local.set $f3 (i32.add (local.get $f3) (i32.const 8)))
      (br_if $chunks (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $end)))))

  ;; The plain product: $out[r][c] (int32) = sum over k of $a[r][k] * $b[c][k], rows of $bytes bytes; $columns is a multiple of 4.
  (func (export "product")
    (param $a i32) (param $rows i32) (param $b i32) (param $columns i32) (param $bytes i32) (param $out i32)
    (local $line i32)
    (local.set $line (i32.shl (local.get $columns) (i32.const 2)))
    (loop $columns_
      (call $panel (local.get $a) (local.get $rows) (local.get $b) (local.get $bytes) (local.get $out) (local.get $line))
      (local.set $b (i32.add (local.get $b) (i32.shl (local.get $bytes) (i32.const 2))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $columns_ (i32.gt_s (local.tee $columns (i32.sub (local.get $columns) (i32.const 4))) (i32.const 0)))))

  ;; A layer's matrix, all in float32: $into[r][c] = product * step[r] * scale[c] + low[r] * sum[c] + bias[c]. $a has rows of $width
  ;; numbers from 0 to 127 (a multiple of 128; see shrink), $steps holds step and low of each row, $weights int8 rows of $width
  ;; numbers, and $terms for every four columns their scales, their sums (scale * the sum of the weights) and their biases.
  ;; This is the way of engines without relaxed SIMD; the others take multiply of kernel-relaxed.wat, with the same bits. $room holds
  ;; 2 * $width * $rows + 8 * $width + 16 * $rows bytes ($rows rounded up to a multiple of 2).
  (func (export "multiply")
    (param $a i32) (param $steps i32) (param $rows i32) (param $weights i32) (param $columns i32) (param $width i32)
    (param $terms i32) (param $into i32) (param $room i32)
    (local $line i32) (local $wide i32) (local $sums i32)
    (local.set $line (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $wide (i32.add (local.get $room) (i32.mul (i32.shl (local.get $width) (i32.const 1))
      (i32.and (i32.add (local.get $rows) (i32.const 1)) (i32.const -2)))))
    (local.set $sums (i32.add (local.get $wide) (i32.shl (local.get $width) (i32.const 3))))
    (call $widen_pairs (local.get $a) (local.get $rows) (local.get $width) (local.get $room))
    (loop $columns_
      (call $widen (local.get $weights) (local.get $width) (local.get $wide))
      (call $panel (local.get $room) (local.get $rows) (local.get $wide) (i32.shl (local.get $width) (i32.const 1))
        (local.get $sums) (i32.const 16))
      (call $scale (local.get $sums) (local.get $rows) (local.get $steps) (local.get $terms) (local.get $into) (local.get $line))
      (local.set $weights (i32.add (local.get $weights) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $terms (i32.add (local.get $terms) (i32.const 48)))
      (local.set $into (i32.add (local.get $into) (i32.const 16)))
      (br_if $columns_ (i32.gt_s (local.tee $columns (i32.sub (local.get $columns) (i32.const 4))) (i32.const 0)))))

  ;; Rows of $width numbers from 0 to 127 become panels of two rows of int16 numbers.
  (func $widen_pairs (param $from i32) (param $rows i32) (param $width i32) (param $into i32)
    (local $end i32)
    (loop $pairs
      (local.set $end (i32.add (local.get $from) (local.get $width)))
      (loop $chunks
        (v128.store offset=0 (local.get $into) (v128.load8x8_u (local.get $from)))
        (v128.store offset=16 (local.get $into) (v128.load8x8_u (i32.add (local.get $from) (local.get $width))))
        (local.set $into (i32.add (local.get $into) (i32.const 32)))
        (br_if $chunks (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $end))))
      (local.set $from (i32.add (local.get $from) (local.get $width)))
      (br_if $pairs (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 2))) (i32.const 0)))))

  ;; Four columns of sums (16 bytes a row) become numbers, as multiply says.
  (func $scale (param $sums i32) (param $rows i32) (param $steps i32) (param $terms i32) (param $into i32) (param $line i32)
    (local $scales v128) (local $weights v128) (local $bias v128)
    (local.set $scales (v128.load offset=0 (local.get $terms)))
    (local.set $weights (v128.load offset=16 (local.get $terms)))
    (local.set $bias (v128.load offset=32 (local.get $terms)))
    (loop $rows_
      (v128.store (local.get $into) (f32x4.add
        (f32x4.mul (f32x4.mul (f32x4.convert_i32x4_s (v128.load (local.get $sums)))
          (v128.load32_splat offset=0 (local.get $steps))) (local.get $scales))
        (f32x4.add (f32x4.mul (v128.load32_splat offset=4 (local.get $steps)) (local.get $weights)) (local.get $bias))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
      (local.set $steps (i32.add (local.get $steps) (i32.const 8)))
      (local.set $into (i32.add (local.get $into) (local.get $line)))
      (br_if $rows_ (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))) (i32.const 0)))))

  ;; Each of $rows rows of $width float32 numbers (a multiple of 16) becomes numbers from 0 to 127: 0 is its least, 127 its largest,
  ;; the others are rounded to the nearest, halves to the even one. $steps gets two float32 numbers a row: what one step is worth, and
  ;; the least. The addition of 1.5 * 2^23 rounds, and leaves the whole number in the lowest byte; where a row is all one number that
  ;; byte is 0.
  (func (export "shrink") (param $from i32) (param $rows i32) (param $width i32) (param $into i32) (param $steps i32)
    (local $at i32) (local $end i32) (local $low v128) (local $high v128) (local $by v128)
    (loop $rows_
      (local.set $end (i32.add (local.get $from) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $low (v128.load (local.get $from)))
      (local.set $high (local.get $low))
      (local.set $at (local.get $from))
      (loop $search
        (local.set $low (f32x4.pmin (local.get $low) (v128.load (local.get $at))))
        (local.set $high (f32x4.pmax (local.get $high) (v128.load (local.get $at))))
        (br_if $search (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (local.set $low (f32x4.pmin (local.get $low)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $low) (local.get $low))))
      (local.set $low (f32x4.pmin (local.get $low)
        (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $low) (local.get $low))))
      (local.set $high (f32x4.pmax (local.get $high)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $high) (local.get $high))))
      (local.set $high (f32x4.pmax (local.get $high)
        (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $high) (local.get $high))))
      (local.set $high (f32x4.sub (local.get $high) (local.get $low)))
      (f32.store offset=0 (local.get $steps) (f32.div (f32x4.extract_lane 0 (local.get $high)) (f32.const 127)))
      (f32.store offset=4 (local.get $steps) (f32x4.extract_lane 0 (local.get $low)))
      (local.set $by (f32x4.div (v128.const f32x4 127 127 127 127) (local.get $high)))
      (loop $round
        (v128.store (local.get $into) (i8x16.narrow_i16x8_u
          (i16x8.narrow_i32x4_u
            (call $nearest (v128.load offset=0 (local.get $from)) (local.get $low) (local.get $by))
            (call $nearest (v128.load offset=16 (local.get $from)) (local.get $low) (local.get $by)))
          (i16x8.narrow_i32x4_u
            (call $nearest (v128.load offset=32 (local.get $from)) (local.get $low) (local.get $by))
            (call $nearest (v128.load offset=48 (local.get $from)) (local.get $low) (local.get $by)))))
        (local.set $into (i32.add (local.get $into) (i32.const 16)))
        (br_if $round (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 64))) (local.get $end))))
      (local.set $steps (i32.add (local.get $steps) (i32.const 8)))
      (br_if $rows_ (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))) (i32.const 0)))))

  (func $nearest (param $v v128) (param $low v128) (param $by v128) (result v128)
    (v128.and (v128.const i32x4 0x7f 0x7f 0x7f 0x7f) (f32x4.add (v128.const f32x4 12582912 12582912 12582912 12582912)
      (f32x4.mul (local.get $by) (f32x4.sub (local.get $v) (local.get $low))))))

  ;; Values weighed by chances (see softmax): $into[r][c] (float32) = product * ($scale[c] / 8191) for int16 panels; rows of $into are
  ;; $line apart. $room holds 16 * $rows bytes ($rows rounded up to a multiple of 2).
  (func (export "blend")
    (param $a i32) (param $rows i32) (param $b i32) (param $columns i32) (param $bytes i32)
    (param $scale i32) (param $into i32) (param $line i32) (param $room i32)
    (local $left i32) (local $sums i32) (local $to i32) (local $by v128)
    (loop $columns_
      (call $panel (local.get $a) (local.get $rows) (local.get $b) (local.get $bytes) (local.get $room) (i32.const 16))
      (local.set $by (f32x4.div (v128.load (local.get $scale)) (v128.const f32x4 8191 8191 8191 8191)))
      (local.set $left (local.get $rows))
      (local.set $sums (local.get $room))
      (local.set $to (local.get $into))
      (loop $rows_
        (v128.store (local.get $to) (f32x4.mul (f32x4.convert_i32x4_s (v128.load (local.get $sums))) (local.get $by)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
        (local.set $to (i32.add (local.get $to) (local.get $line)))
        (br_if $rows_ (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
      (local.set $b (i32.add (local.get $b) (i32.shl (local.get $bytes) (i32.const 2))))
      (local.set $scale (i32.add (local.get $scale) (i32.const 16)))
      (local.set $into (i32.add (local.get $into) (i32.const 16)))
      (br_if $columns_ (i32.gt_s (local.tee $columns (i32.sub (local.get $columns) (i32.const 4))) (i32.const 0)))))

  ;; Four float32 numbers times $by to the nearest whole number, halves to the even one. The addition of 1.5 * 2^23 rounds; what is
  ;; beyond the bits of that number is the whole number.
  (func $whole (param $v v128) (param $by v128) (result v128)
    (i32x4.sub
      (f32x4.add (v128.const f32x4 12582912 12582912 12582912 12582912) (f32x4.mul (local.get $by) (local.get $v)))
      (v128.const i32x4 0x4b400000 0x4b400000 0x4b400000 0x4b400000)))

  ;; Each of $rows rows of $width float32 numbers (a multiple of 8) becomes whole numbers, the largest 8191, in panels of $height
  ;; rows; $scale[r] (float32) undoes it. A row of numbers that are all below 1e-30 becomes zeros.
  (func (export "quantise")
    (param $from i32) (param $line i32) (param $rows i32) (param $width i32) (param $into i32) (param $height i32) (param $scale i32)
    (local $row i32) (local $at i32) (local $end i32) (local $step i32) (local $to i32)
    (local $most f32) (local $by v128) (local $m0 v128) (local $m1 v128)
    (local.set $step (i32.shl (local.get $height) (i32.const 4)))
    (loop $rows_
      (local.set $end (i32.add (local.get $from) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $at (local.get $from))
      (local.set $m0 (v128.const f32x4 0 0 0 0))
      (local.set $m1 (v128.const f32x4 0 0 0 0))
      (loop $search
        (local.set $m0 (f32x4.max (local.get $m0) (f32x4.abs (v128.load offset=0 (local.get $at)))))
        (local.set $m1 (f32x4.max (local.get $m1) (f32x4.abs (v128.load offset=16 (local.get $at)))))
        (br_if $search (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
      (local.set $m0 (f32x4.max (local.get $m0) (local.get $m1)))
      (local.set $most (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $m0)) (f32x4.extract_lane 1 (local.get $m0)))
        (f32.max (f32x4.extract_lane 2 (local.get $m0)) (f32x4.extract_lane 3 (local.get $m0)))))
      (f32.store (local.get $scale) (f32.div (local.get $most) (f32.const 8191)))
      (local.set $by (f32x4.splat (select (f32.const 0) (f32.div (f32.const 8191) (local.get $most))
        (f32.lt (local.get $most) (f32.const 1e-30)))))
      (local.set $to (i32.add (local.get $into) (i32.add
        (i32.shl (i32.rem_u (local.get $row) (local.get $height)) (i32.const 4))
        (i32.shl (i32.mul (i32.div_u (local.get $row) (local.get $height)) (i32.mul (local.get $height) (local.get $width))) (i32.const 1)))))
      (local.set $at (local.get $from))
      (loop $round
        (v128.store (local.get $to) (i16x8.narrow_i32x4_s
          (call $whole (v128.load offset=0 (local.get $at)) (local.get $by))
          (call $whole (v128.load offset=16 (local.get $at)) (local.get $by))))
        (local.set $to (i32.add (local.get $to) (local.get $step)))
        (br_if $round (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
      (local.set $from (i32.add (local.get $from) (local.get $line)))
      (local.set $scale (i32.add (local.get $scale) (i32.const 4)))
      (br_if $rows_ (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows)))))

  ;; The same by columns: each of $columns columns (a multiple of 4) becomes one row of $padded numbers (a multiple of 8; zeros after
  ;; the first $rows), in panels of 4.
  (func (export "quantiseColumns")
    (param $from i32) (param $line i32) (param $rows i32) (param $columns i32) (param $padded i32) (param $into i32) (param $scale i32)
    (local $at i32) (local $row i32) (local $to i32) (local $v v128) (local $most v128) (local $by v128)
    (loop $columns_
      (local.set $most (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $from))
      (local.set $row (i32.const 0))
      (loop $search
        (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (local.get $line)))
        (br_if $search (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))
      (v128.store (local.get $scale) (f32x4.div (local.get $most) (v128.const f32x4 8191 8191 8191 8191)))
      (local.set $by (v128.andnot (f32x4.div (v128.const f32x4 8191 8191 8191 8191) (local.get $most))
        (f32x4.lt (local.get $most) (v128.const f32x4 1e-30 1e-30 1e-30 1e-30))))
      (local.set $at (local.get $from))
      (local.set $row (i32.const 0))
      (loop $round
        (local.set $v (v128.const i32x4 0 0 0 0))
        (if (i32.lt_u (local.get $row) (local.get $rows)) (then
          (local.set $v (call $whole (v128.load (local.get $at)) (local.get $by)))))
        (local.set $to (i32.add (local.get $into) (i32.add
          (i32.shl (i32.shr_u (local.get $row) (i32.const 3)) (i32.const 6))
          (i32.shl (i32.and (local.get $row) (i32.const 7)) (i32.const 1)))))
        (v128.store16_lane offset=0 0 (local.get $to) (local.get $v))
        (v128.store16_lane offset=16 2 (local.get $to) (local.get $v))
        (v128.store16_lane offset=32 4 (local.get $to) (local.get $v))
        (v128.store16_lane offset=48 6 (local.get $to) (local.get $v))
        (local.set $at (i32.add (local.get $at) (local.get $line)))
        (br_if $round (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $padded))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $scale (i32.add (local.get $scale) (i32.const 16)))
      (local.set $into (i32.add (local.get $into) (i32.shl (local.get $padded) (i32.const 3))))
      (br_if $columns_ (i32.gt_s (local.tee $columns (i32.sub (local.get $columns) (i32.const 4))) (i32.const 0)))))

  ;; Softmax: each of $rows rows of sums ($line bytes; $columns of them count) becomes chances as whole numbers that add up to about
  ;; 8191, in panels of 2 rows of $padded numbers (a multiple of 8; zeros after the first $columns). A logit is
  ;; sum * ($row_scale[r] / $root) * $column_scale[c]. e to the power of x is 2^n * e^r with n the whole number nearest to x / ln 2, and
  ;; x not below -80; the sums of four columns are added up at the end. $room holds 4 * $padded bytes; $line is 4 * $columns rounded
  ;; up to a multiple of 16.
  (func (export "softmax")
    (param $sums i32) (param $line i32) (param $rows i32) (param $columns i32) (param $padded i32)
    (param $row_scale i32) (param $root f32) (param $column_scale i32) (param $into i32) (param $room i32)
    (local $row i32) (local $i i32) (local $to i32) (local $end i32)
    (local $by v128) (local $most v128) (local $total v128) (local $x v128) (local $n v128) (local $r v128) (local $p v128)
    (local.set $end (i32.add (local.get $room) (i32.shl (local.get $padded) (i32.const 2))))
    (loop $rows_
      (local.set $by (f32x4.splat (f32.div (f32.load (local.get $row_scale)) (local.get $root))))
      (local.set $i (i32.const 0))
      (loop $logits
        (v128.store (i32.add (local.get $room) (local.get $i))
          (f32x4.mul
            (f32x4.mul (f32x4.convert_i32x4_s (v128.load (i32.add (local.get $sums) (local.get $i)))) (local.get $by))
            (v128.load (i32.add (local.get $column_scale) (local.get $i)))))
        (br_if $logits (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $line))))
      (local.set $i (i32.add (local.get $room) (i32.shl (local.get $columns) (i32.const 2))))
      (block $full
        (loop $fill
          (br_if $full (i32.ge_u (local.get $i) (local.get $end)))
          (f32.store (local.get $i) (f32.const -inf))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br $fill)))
      (local.set $most (v128.load (local.get $room)))
      (local.set $i (i32.add (local.get $room) (i32.const 16)))
      (loop $search
        (local.set $most (f32x4.pmax (local.get $most) (v128.load (local.get $i))))
        (br_if $search (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (local.set $most (f32x4.pmax (local.get $most)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $most) (local.get $most))))
      (local.set $most (f32x4.pmax (local.get $most)
        (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $most) (local.get $most))))
      (local.set $total (v128.const f32x4 0 0 0 0))
      (local.set $i (local.get $room))
      (loop $sum
        (local.set $x (f32x4.pmax (v128.const f32x4 -80 -80 -80 -80) (f32x4.sub (v128.load (local.get $i)) (local.get $most))))
        (local.set $n (f32x4.add (v128.const f32x4 12582912 12582912 12582912 12582912)
          (f32x4.mul (local.get $x) (v128.const f32x4 1.4426950408889634 1.4426950408889634 1.4426950408889634 1.4426950408889634))))
        (local.set $r (f32x4.sub (local.get $x) (f32x4.mul (v128.const f32x4 0.6931471805599453 0.6931471805599453 0.6931471805599453 0.6931471805599453)
          (f32x4.sub (local.get $n) (v128.const f32x4 12582912 12582912 12582912 12582912)))))
        (local.set $p (v128.const f32x4 0.008333333333333333 0.008333333333333333 0.008333333333333333 0.008333333333333333))
        (local.set $p (f32x4.add (v128.const f32x4 0.041666666666666664 0.041666666666666664 0.041666666666666664 0.041666666666666664) (f32x4.mul (local.get $r) (local.get $p))))
        (local.set $p (f32x4.add (v128.const f32x4 0.16666666666666666 0.16666666666666666 0.16666666666666666 0.16666666666666666) (f32x4.mul (local.get $r) (local.get $p))))
        (local.set $p (f32x4.add (v128.const f32x4 0.5 0.5 0.5 0.5) (f32x4.mul (local.get $r) (local.get $p))))
        (local.set $p (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $r) (local.get $p))))
        (local.set $p (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $r) (local.get $p))))
        (local.set $p (f32x4.mul (local.get $p)
          (i32x4.add (i32x4.shl (local.get $n) (i32.const 23)) (v128.const i32x4 0x3f800000 0x3f800000 0x3f800000 0x3f800000))))
        (v128.store (local.get $i) (local.get $p))
        (local.set $total (f32x4.add (local.get $total) (local.get $p)))
        (br_if $sum (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (local.set $by (f32x4.splat (f32.div (f32.const 8191) (call $across (local.get $total)))))
      (local.set $to (i32.add (local.get $into) (i32.add
        (i32.shl (i32.and (local.get $row) (i32.const 1)) (i32.const 4))
        (i32.shl (i32.mul (i32.shr_u (local.get $row) (i32.const 1)) (local.get $padded)) (i32.const 2)))))
      (local.set $i (local.get $room))
      (loop $round
        (v128.store (local.get $to) (i16x8.narrow_i32x4_s
          (call $whole (v128.load offset=0 (local.get $i)) (local.get $by))
          (call $whole (v128.load offset=16 (local.get $i)) (local.get $by))))
        (local.set $to (i32.add (local.get $to) (i32.const 32)))
        (br_if $round (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 32))) (local.get $end))))
      (local.set $sums (i32.add (local.get $sums) (local.get $line)))
      (local.set $row_scale (i32.add (local.get $row_scale) (i32.const 4)))
      (br_if $rows_ (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows)))))

  ;; The sum of four float32 numbers: (first + third) + (second + fourth).
  (func $across (param $v v128) (result f32)
    (local.set $v (f32x4.add (local.get $v)
      (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))))
    (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v))))

  ;; GELU in place, of $count float32 numbers (a multiple of 4): linear between the points of geluTable in arithmetic.ts, which is at
  ;; $table as float32 numbers. Of the two points beside a number the lower is the whole number nearest to half a step below it.
  (func (export "bend") (param $at i32) (param $count i32) (param $table i32)
    (local $end i32) (local $x v128) (local $place v128) (local $n v128) (local $p01 v128) (local $p23 v128) (local $low v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (loop $fours
      (local.set $x (v128.load (local.get $at)))
      (local.set $place (f32x4.pmin (v128.const f32x4 8192 8192 8192 8192) (f32x4.pmax (v128.const f32x4 0 0 0 0)
        (f32x4.mul (f32x4.add (local.get $x) (v128.const f32x4 8 8 8 8)) (v128.const f32x4 512 512 512 512)))))
      (local.set $n (f32x4.add (f32x4.sub (local.get $place) (v128.const f32x4 0.5 0.5 0.5 0.5)) (v128.const f32x4 12582912 12582912 12582912 12582912)))
      (local.set $place (f32x4.sub (local.get $place) (f32x4.sub (local.get $n) (v128.const f32x4 12582912 12582912 12582912 12582912))))
      (local.set $n (i32x4.shl (v128.and (local.get $n) (v128.const i32x4 0x3fff 0x3fff 0x3fff 0x3fff)) (i32.const 2)))
      (local.set $p01 (v128.load64_lane 1 (i32.add (local.get $table) (i32x4.extract_lane 1 (local.get $n)))
        (v128.load64_zero (i32.add (local.get $table) (i32x4.extract_lane 0 (local.get $n))))))
      (local.set $p23 (v128.load64_lane 1 (i32.add (local.get $table) (i32x4.extract_lane 3 (local.get $n)))
        (v128.load64_zero (i32.add (local.get $table) (i32x4.extract_lane 2 (local.get $n))))))
      (local.set $low (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $p01) (local.get $p23)))
      (v128.store (local.get $at) (v128.bitselect
        (local.get $x)
        (f32x4.add (local.get $low) (f32x4.mul (local.get $place) (f32x4.sub
          (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $p01) (local.get $p23)) (local.get $low))))
        (f32x4.ge (local.get $x) (v128.const f32x4 8 8 8 8))))
      (br_if $fours (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; $x += $y, $count float32 numbers (a multiple of 4). A float32 sum is the float64 sum rounded: the latter has digits to spare.
  (func (export "add") (param $x i32) (param $y i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $count) (i32.const 2))))
    (loop $fours
      (v128.store (local.get $x) (f32x4.add (v128.load (local.get $x)) (v128.load (local.get $y))))
      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (br_if $fours (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $end)))))

  ;; Layer norm in place: each row of $width float32 numbers (a multiple of 16) gets mean 0 and variance 1, then
  ;; * $weight[i] + $bias[i] (float32). Sixteen sums of every sixteenth number each are added up at the end, because one addition waits
  ;; for the one before it.
  (func (export "norm") (param $x i32) (param $rows i32) (param $width i32) (param $weight i32) (param $bias i32)
    (local $i i32) (local $end i32) (local $n f32) (local $to i32) (local $mean v128) (local $by v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $n (f32.convert_i32_s (local.get $width)))
    (loop $rows_
      (local.set $end (i32.add (local.get $x) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $s0 (v128.const f32x4 0 0 0 0))
      (local.set $s1 (v128.const f32x4 0 0 0 0))
      (local.set $s2 (v128.const f32x4 0 0 0 0))
      (local.set $s3 (v128.const f32x4 0 0 0 0))
      (local.set $i (local.get $x))
      (loop $sum
        (local.set $s0 (f32x4.add (local.get $s0) (v128.load offset=0 (local.get $i))))
        (local.set $s1 (f32x4.add (local.get $s1) (v128.load offset=16 (local.get $i))))
        (local.set $s2 (f32x4.add (local.get $s2) (v128.load offset=32 (local.get $i))))
        (local.set $s3 (f32x4.add (local.get $s3) (v128.load offset=48 (local.get $i))))
        (br_if $sum (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 64))) (local.get $end))))
      (local.set $mean (f32x4.splat (f32.div (call $across (f32x4.add
        (f32x4.add (local.get $s0) (local.get $s1)) (f32x4.add (local.get $s2) (local.get $s3)))) (local.get $n))))
      (local.set $s0 (v128.const f32x4 0 0 0 0))
      (local.set $s1 (v128.const f32x4 0 0 0 0))
      (local.set $s2 (v128.const f32x4 0 0 0 0))
      (local.set $s3 (v128.const f32x4 0 0 0 0))
      (local.set $i (local.get $x))
      (loop $square
        (local.set $s0 (f32x4.add (local.get $s0) (call $squared (v128.load offset=0 (local.get $i)) (local.get $mean))))
        (local.set $s1 (f32x4.add (local.get $s1) (call $squared (v128.load offset=16 (local.get $i)) (local.get $mean))))
        (local.set $s2 (f32x4.add (local.get $s2) (call $squared (v128.load offset=32 (local.get $i)) (local.get $mean))))
        (local.set $s3 (f32x4.add (local.get $s3) (call $squared (v128.load offset=48 (local.get $i)) (local.get $mean))))
        (br_if $square (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 64))) (local.get $end))))
      (local.set $by (f32x4.splat (f32.div (f32.const 1) (f32.sqrt (f32.add (f32.const 1e-12) (f32.div (call $across (f32x4.add
        (f32x4.add (local.get $s0) (local.get $s1)) (f32x4.add (local.get $s2) (local.get $s3)))) (local.get $n)))))))
      (local.set $i (i32.const 0))
      (loop $fours
        (local.set $to (i32.add (local.get $x) (local.get $i)))
        (v128.store (local.get $to) (f32x4.add (v128.load (i32.add (local.get $bias) (local.get $i)))
          (f32x4.mul (v128.load (i32.add (local.get $weight) (local.get $i)))
            (f32x4.mul (local.get $by) (f32x4.sub (v128.load (local.get $to)) (local.get $mean))))))
        (br_if $fours (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (i32.shl (local.get $width) (i32.const 2)))))
      (local.set $x (local.get $end))
      (br_if $rows_ (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))) (i32.const 0)))))

  (func $squared (param $v v128) (param $mean v128) (result v128)
    (local.set $v (f32x4.sub (local.get $v) (local.get $mean)))
    (f32x4.mul (local.get $v) (local.get $v)))
)
