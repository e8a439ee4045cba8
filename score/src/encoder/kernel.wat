;; The arithmetic of the encoder. Matrix products are whole numbers; everything else is float64 in a fixed order, rounded to float32
;; where it is stored. So every machine gets the same bits. (Relaxed SIMD would not keep that promise.)
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

  ;; Four columns of sums (16 bytes a row) become numbers: $into[r] = sum * $row_scale[r] * $scale[0..3] + $bias[0..3].
  (func $rescale (param $sums i32) (param $rows i32) (param $row_scale i32) (param $scale i32) (param $bias i32)
    (param $into i32) (param $line i32)
    (local $by v128) (local $v v128) (local $s01 v128) (local $s23 v128) (local $b01 v128) (local $b23 v128)
    (local.set $s01 (v128.load offset=0 (local.get $scale)))
    (local.set $s23 (v128.load offset=16 (local.get $scale)))
    (local.set $b01 (v128.load offset=0 (local.get $bias)))
    (local.set $b23 (v128.load offset=16 (local.get $bias)))
    (loop $rows_
      (local.set $by (v128.load64_splat (local.get $row_scale)))
      (local.set $v (v128.load (local.get $sums)))
      (v128.store (local.get $into)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
          (f32x4.demote_f64x2_zero (f64x2.add (local.get $b01) (f64x2.mul (local.get $s01) (f64x2.mul (local.get $by)
            (f64x2.convert_low_i32x4_s (local.get $v))))))
          (f32x4.demote_f64x2_zero (f64x2.add (local.get $b23) (f64x2.mul (local.get $s23) (f64x2.mul (local.get $by)
            (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $v) (local.get $v)))))))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
      (local.set $row_scale (i32.add (local.get $row_scale) (i32.const 8)))
      (local.set $into (i32.add (local.get $into) (local.get $line)))
      (br_if $rows_ (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))) (i32.const 0)))))

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

  ;; A layer's matrix: $into[r][c] (float32) = product * $row_scale[r] * $scale[c] + $bias[c], float64 each. The weights are int8 rows
  ;; of $width numbers (a multiple of 8); four of them at a time are widened into $room, which holds 8 * $width + 16 * $rows bytes
  ;; ($rows rounded up to a multiple of 2).
  (func (export "multiply")
    (param $a i32) (param $row_scale i32) (param $rows i32) (param $weights i32) (param $columns i32) (param $width i32)
    (param $scale i32) (param $bias i32) (param $into i32) (param $room i32)
    (local $line i32) (local $sums i32)
    (local.set $line (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $sums (i32.add (local.get $room) (i32.shl (local.get $width) (i32.const 3))))
    (loop $columns_
      (call $widen (local.get $weights) (local.get $width) (local.get $room))
      (call $panel (local.get $a) (local.get $rows) (local.get $room) (i32.shl (local.get $width) (i32.const 1))
        (local.get $sums) (i32.const 16))
      (call $rescale (local.get $sums) (local.get $rows) (local.get $row_scale) (local.get $scale) (local.get $bias)
        (local.get $into) (local.get $line))
      (local.set $weights (i32.add (local.get $weights) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $scale (i32.add (local.get $scale) (i32.const 32)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 32)))
      (local.set $into (i32.add (local.get $into) (i32.const 16)))
      (br_if $columns_ (i32.gt_s (local.tee $columns (i32.sub (local.get $columns) (i32.const 4))) (i32.const 0)))))

  ;; The same with a second operand that is int16 panels already, and rows of $into that are $line apart. $room holds 16 * $rows bytes,
  ;; likewise rounded up.
  (func (export "blend")
    (param $a i32) (param $row_scale i32) (param $rows i32) (param $b i32) (param $columns i32) (param $bytes i32)
    (param $scale i32) (param $bias i32) (param $into i32) (param $line i32) (param $room i32)
    (loop $columns_
      (call $panel (local.get $a) (local.get $rows) (local.get $b) (local.get $bytes) (local.get $room) (i32.const 16))
      (call $rescale (local.get $room) (local.get $rows) (local.get $row_scale) (local.get $scale) (local.get $bias)
        (local.get $into) (local.get $line))
      (local.set $b (i32.add (local.get $b) (i32.shl (local.get $bytes) (i32.const 2))))
      (local.set $scale (i32.add (local.get $scale) (i32.const 32)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 32)))
      (local.set $into (i32.add (local.get $into) (i32.const 16)))
      (br_if $columns_ (i32.gt_s (local.tee $columns (i32.sub (local.get $columns) (i32.const 4))) (i32.const 0)))))

  ;; Four float32 numbers times $low and $high (float64, two each) to the nearest whole number, halves up, plus 8192.
  (func $whole (param $v v128) (param $low v128) (param $high v128) (result v128)
    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
      (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5)
        (f64x2.mul (local.get $low) (f64x2.promote_low_f32x4 (local.get $v)))))
      (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5)
        (f64x2.mul (local.get $high) (f64x2.promote_low_f32x4
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $v) (local.get $v))))))))

  ;; Each of $rows rows of $width float32 numbers (a multiple of 8) becomes whole numbers, the largest 8191, in panels of $height
  ;; rows; $scale[r] (float64) undoes it. A row of zeros stays zeros, with the scale 0.
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
      (f64.store (local.get $scale) (f64.div (f64.promote_f32 (local.get $most)) (f64.const 8191)))
      (local.set $by (f64x2.splat (select (f64.const 0) (f64.div (f64.const 8191) (f64.promote_f32 (local.get $most)))
        (f32.eq (local.get $most) (f32.const 0)))))
      (local.set $to (i32.add (local.get $into) (i32.add
        (i32.shl (i32.rem_u (local.get $row) (local.get $height)) (i32.const 4))
        (i32.shl (i32.mul (i32.div_u (local.get $row) (local.get $height)) (i32.mul (local.get $height) (local.get $width))) (i32.const 1)))))
      (local.set $at (local.get $from))
      (loop $round
        (v128.store (local.get $to) (i16x8.sub
          (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
              (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5) (f64x2.mul (local.get $by)
                (f64x2.promote_low_f32x4 (v128.load64_zero offset=0 (local.get $at))))))
              (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5) (f64x2.mul (local.get $by)
                (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $at)))))))
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
              (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5) (f64x2.mul (local.get $by)
                (f64x2.promote_low_f32x4 (v128.load64_zero offset=16 (local.get $at))))))
              (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5) (f64x2.mul (local.get $by)
                (f64x2.promote_low_f32x4 (v128.load64_zero offset=24 (local.get $at))))))))
          (v128.const i16x8 8192 8192 8192 8192 8192 8192 8192 8192)))
        (local.set $to (i32.add (local.get $to) (local.get $step)))
        (br_if $round (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
      (local.set $from (i32.add (local.get $from) (local.get $line)))
      (local.set $scale (i32.add (local.get $scale) (i32.const 8)))
      (br_if $rows_ (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows)))))

  ;; The same by columns: each of $columns columns (a multiple of 4) becomes one row of $padded numbers (a multiple of 8; zeros after
  ;; the first $rows), in panels of 4.
  (func (export "quantiseColumns")
    (param $from i32) (param $line i32) (param $rows i32) (param $columns i32) (param $padded i32) (param $into i32) (param $scale i32)
    (local $at i32) (local $row i32) (local $to i32) (local $v v128) (local $most v128) (local $low v128) (local $high v128)
    (loop $columns_
      (local.set $most (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $from))
      (local.set $row (i32.const 0))
      (loop $search
        (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (local.get $line)))
        (br_if $search (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))
      (local.set $low (f64x2.promote_low_f32x4 (local.get $most)))
      (local.set $high (f64x2.promote_low_f32x4
        (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $most) (local.get $most))))
      (v128.store offset=0 (local.get $scale) (f64x2.div (local.get $low) (v128.const f64x2 8191 8191)))
      (v128.store offset=16 (local.get $scale) (f64x2.div (local.get $high) (v128.const f64x2 8191 8191)))
      (local.set $low (v128.andnot (f64x2.div (v128.const f64x2 8191 8191) (local.get $low))
        (f64x2.eq (local.get $low) (v128.const f64x2 0 0))))
      (local.set $high (v128.andnot (f64x2.div (v128.const f64x2 8191 8191) (local.get $high))
        (f64x2.eq (local.get $high) (v128.const f64x2 0 0))))
      (local.set $at (local.get $from))
      (local.set $row (i32.const 0))
      (loop $round
        (local.set $v (v128.const i32x4 0 0 0 0))
        (if (i32.lt_u (local.get $row) (local.get $rows)) (then
          (local.set $v (i32x4.sub (call $whole (v128.load (local.get $at)) (local.get $low) (local.get $high))
            (v128.const i32x4 8192 8192 8192 8192)))))
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
      (local.set $scale (i32.add (local.get $scale) (i32.const 32)))
      (local.set $into (i32.add (local.get $into) (i32.shl (local.get $padded) (i32.const 3))))
      (br_if $columns_ (i32.gt_s (local.tee $columns (i32.sub (local.get $columns) (i32.const 4))) (i32.const 0)))))

  ;; Softmax: each of $rows rows of sums ($line bytes; $columns of them count) becomes chances as whole numbers that add up to about
  ;; 8191, in panels of 2 rows of $padded numbers (a multiple of 8; zeros after the first $columns).
  ;; e to the power of two numbers at a time, step for step as exp in arithmetic.ts; the chances of a row are summed from left to right.
  ;; A logit is sum * ($row_scale[r] / $root) * $column_scale[c]. $room holds 8 * $padded bytes;
  ;; $line is 4 * $columns rounded up to a multiple of 16.
  (func (export "softmax")
    (param $sums i32) (param $line i32) (param $rows i32) (param $columns i32) (param $padded i32)
    (param $row_scale i32) (param $root f64) (param $column_scale i32) (param $into i32) (param $room i32)
    (local $row i32) (local $i i32) (local $to i32) (local $end i32) (local $total f64)
    (local $by v128) (local $v v128) (local $x v128) (local $n v128) (local $r v128) (local $p v128)
    (loop $rows_
      (local.set $by (f64x2.splat (f64.div (f64.load (local.get $row_scale)) (local.get $root))))
      (local.set $i (i32.const 0))
      (loop $logits
        (v128.store (i32.add (local.get $room) (i32.shl (local.get $i) (i32.const 1)))
          (f64x2.mul
            (f64x2.mul (f64x2.convert_low_i32x4_s (v128.load64_zero (i32.add (local.get $sums) (local.get $i)))) (local.get $by))
            (v128.load (i32.add (local.get $column_scale) (i32.shl (local.get $i) (i32.const 1))))))
        (br_if $logits (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (local.get $line))))
      (local.set $i (local.get $columns))
      (block $full
        (loop $fill
          (br_if $full (i32.ge_u (local.get $i) (local.get $padded)))
          (f64.store (i32.add (local.get $room) (i32.shl (local.get $i) (i32.const 3))) (f64.const -inf))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $fill)))
      (local.set $v (v128.const f64x2 -inf -inf))
      (local.set $i (i32.const 0))
      (loop $search
        (local.set $v (f64x2.pmax (local.get $v) (v128.load (i32.add (local.get $room) (i32.shl (local.get $i) (i32.const 3))))))
        (br_if $search (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 2))) (local.get $padded))))
      (local.set $by (f64x2.pmax (local.get $v)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))))
      (local.set $total (f64.const 0))
      (local.set $i (local.get $room))
      (local.set $end (i32.add (local.get $room) (i32.shl (local.get $padded) (i32.const 3))))
      (loop $sum
        (local.set $x (f64x2.sub (v128.load (local.get $i)) (local.get $by)))
        (local.set $n (f64x2.floor (f64x2.add (f64x2.mul (local.get $x) (v128.const f64x2 1.4426950408889634 1.4426950408889634)) (v128.const f64x2 0.5 0.5))))
        (local.set $r (f64x2.sub (local.get $x) (f64x2.mul (local.get $n) (v128.const f64x2 0.6931471805599453 0.6931471805599453))))
        (local.set $p (v128.const f64x2 0.0000248015873015873 0.0000248015873015873))
        (local.set $p (f64x2.add (v128.const f64x2 0.0001984126984126984 0.0001984126984126984) (f64x2.mul (local.get $r) (local.get $p))))
        (local.set $p (f64x2.add (v128.const f64x2 0.001388888888888889 0.001388888888888889) (f64x2.mul (local.get $r) (local.get $p))))
        (local.set $p (f64x2.add (v128.const f64x2 0.008333333333333333 0.008333333333333333) (f64x2.mul (local.get $r) (local.get $p))))
        (local.set $p (f64x2.add (v128.const f64x2 0.041666666666666664 0.041666666666666664) (f64x2.mul (local.get $r) (local.get $p))))
        (local.set $p (f64x2.add (v128.const f64x2 0.16666666666666666 0.16666666666666666) (f64x2.mul (local.get $r) (local.get $p))))
        (local.set $p (f64x2.add (v128.const f64x2 0.5 0.5) (f64x2.mul (local.get $r) (local.get $p))))
        (local.set $p (f64x2.add (v128.const f64x2 1 1) (f64x2.mul (local.get $r) (local.get $p))))
        (local.set $p (f64x2.add (v128.const f64x2 1 1) (f64x2.mul (local.get $r) (local.get $p))))
        (local.set $v (v128.andnot
          (f64x2.mul (local.get $p)
            (i64x2.shl (i64x2.add (i64x2.extend_low_i32x4_s (i32x4.trunc_sat_f64x2_s_zero (local.get $n))) (v128.const i64x2 1023 1023))
              (i32.const 52)))
          (f64x2.lt (local.get $n) (v128.const f64x2 -64 -64))))
        (v128.store (local.get $i) (local.get $v))
        (local.set $total (f64.add (f64.add (local.get $total) (f64x2.extract_lane 0 (local.get $v))) (f64x2.extract_lane 1 (local.get $v))))
        (br_if $sum (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (local.set $by (f64x2.splat (f64.div (f64.const 8191) (local.get $total))))
      (local.set $to (i32.add (local.get $into) (i32.add
        (i32.shl (i32.and (local.get $row) (i32.const 1)) (i32.const 4))
        (i32.shl (i32.mul (i32.shr_u (local.get $row) (i32.const 1)) (local.get $padded)) (i32.const 2)))))
      (local.set $i (local.get $room))
      (loop $round
        (v128.store (local.get $to) (i16x8.sub
          (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
              (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5) (f64x2.mul (local.get $by)
                (v128.load offset=0 (local.get $i)))))
              (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5) (f64x2.mul (local.get $by)
                (v128.load offset=16 (local.get $i))))))
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
              (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5) (f64x2.mul (local.get $by)
                (v128.load offset=32 (local.get $i)))))
              (i32x4.trunc_sat_f64x2_s_zero (f64x2.add (v128.const f64x2 8192.5 8192.5) (f64x2.mul (local.get $by)
                (v128.load offset=48 (local.get $i)))))))
          (v128.const i16x8 8192 8192 8192 8192 8192 8192 8192 8192)))
        (local.set $to (i32.add (local.get $to) (i32.const 32)))
        (br_if $round (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 64))) (local.get $end))))
      (local.set $sums (i32.add (local.get $sums) (local.get $line)))
      (local.set $row_scale (i32.add (local.get $row_scale) (i32.const 8)))
      (br_if $rows_ (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows)))))

  ;; GELU in place, of $count float32 numbers (a multiple of 2), step for step as gelu in arithmetic.ts, whose table is at $table.
  (func (export "bend") (param $at i32) (param $count i32) (param $table i32)
    (local $end i32) (local $x v128) (local $place v128) (local $n v128) (local $p0 v128) (local $p1 v128) (local $low v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (loop $twos
      (local.set $x (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $at))))
      (local.set $place (f64x2.mul (f64x2.add (local.get $x) (v128.const f64x2 8 8)) (v128.const f64x2 512 512)))
      (local.set $n (i32x4.min_s (v128.const i32x4 8192 8192 8192 8192)
        (i32x4.max_s (v128.const i32x4 0 0 0 0) (i32x4.trunc_sat_f64x2_s_zero (local.get $place)))))
      (local.set $p0 (v128.load (i32.add (local.get $table) (i32.shl (i32x4.extract_lane 0 (local.get $n)) (i32.const 3)))))
      (local.set $p1 (v128.load (i32.add (local.get $table) (i32.shl (i32x4.extract_lane 1 (local.get $n)) (i32.const 3)))))
      (local.set $low (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $p0) (local.get $p1)))
      (v128.store64_lane 0 (local.get $at) (f32x4.demote_f64x2_zero (v128.andnot
        (v128.bitselect
          (local.get $x)
          (f64x2.add (local.get $low) (f64x2.mul
            (f64x2.sub (local.get $place) (f64x2.convert_low_i32x4_s (local.get $n)))
            (f64x2.sub (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $p0) (local.get $p1)) (local.get $low))))
          (f64x2.ge (local.get $x) (v128.const f64x2 8 8)))
        (f64x2.le (local.get $x) (v128.const f64x2 -8 -8)))))
      (br_if $twos (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end)))))

  ;; $x += $y, $count float32 numbers (a multiple of 4). A float32 sum is the float64 sum rounded: the latter has digits to spare.
  (func (export "add") (param $x i32) (param $y i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $count) (i32.const 2))))
    (loop $fours
      (v128.store (local.get $x) (f32x4.add (v128.load (local.get $x)) (v128.load (local.get $y))))
      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (br_if $fours (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $end)))))

  ;; Layer norm in place: each row of $width float32 numbers (a multiple of 4) gets mean 0 and variance 1, then
  ;; * $weight[i] + $bias[i] (float64). Each row is summed from left to right; two rows go side by side in one register, and four
  ;; rows at a time, because one addition waits for the one before it. $rows is rounded up to a multiple of 4.
  (func (export "norm") (param $x i32) (param $rows i32) (param $width i32) (param $weight i32) (param $bias i32)
    (local $bytes i32) (local $i i32) (local $end i32) (local $third i32) (local $fourth i32) (local $n v128)
    (local $m01 v128) (local $m23 v128) (local $q01 v128) (local $q23 v128) (local $off v128)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (local.set $third (i32.shl (local.get $bytes) (i32.const 1)))
    (local.set $fourth (i32.add (local.get $third) (local.get $bytes)))
    (local.set $n (f64x2.splat (f64.convert_i32_s (local.get $width))))
    (loop $rows_
      (local.set $end (i32.add (local.get $x) (local.get $bytes)))
      (local.set $m01 (v128.const f64x2 0 0))
      (local.set $m23 (v128.const f64x2 0 0))
      (local.set $i (local.get $x))
      (loop $sum
        (local.set $m01 (f64x2.add (local.get $m01) (f64x2.promote_low_f32x4
          (v128.load32_lane 1 (i32.add (local.get $i) (local.get $bytes)) (v128.load32_zero (local.get $i))))))
        (local.set $m23 (f64x2.add (local.get $m23) (f64x2.promote_low_f32x4
          (v128.load32_lane 1 (i32.add (local.get $i) (local.get $fourth)) (v128.load32_zero (i32.add (local.get $i) (local.get $third)))))))
        (br_if $sum (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (local.get $end))))
      (local.set $m01 (f64x2.div (local.get $m01) (local.get $n)))
      (local.set $m23 (f64x2.div (local.get $m23) (local.get $n)))
      (local.set $q01 (v128.const f64x2 0 0))
      (local.set $q23 (v128.const f64x2 0 0))
      (local.set $i (local.get $x))
      (loop $square
        (local.set $off (f64x2.sub (f64x2.promote_low_f32x4
          (v128.load32_lane 1 (i32.add (local.get $i) (local.get $bytes)) (v128.load32_zero (local.get $i)))) (local.get $m01)))
        (local.set $q01 (f64x2.add (local.get $q01) (f64x2.mul (local.get $off) (local.get $off))))
        (local.set $off (f64x2.sub (f64x2.promote_low_f32x4
          (v128.load32_lane 1 (i32.add (local.get $i) (local.get $fourth)) (v128.load32_zero (i32.add (local.get $i) (local.get $third))))) (local.get $m23)))
        (local.set $q23 (f64x2.add (local.get $q23) (f64x2.mul (local.get $off) (local.get $off))))
        (br_if $square (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (local.get $end))))
      (local.set $q01 (f64x2.div (v128.const f64x2 1 1)
        (f64x2.sqrt (f64x2.add (f64x2.div (local.get $q01) (local.get $n)) (v128.const f64x2 1e-12 1e-12)))))
      (local.set $q23 (f64x2.div (v128.const f64x2 1 1)
        (f64x2.sqrt (f64x2.add (f64x2.div (local.get $q23) (local.get $n)) (v128.const f64x2 1e-12 1e-12)))))
      (call $centre (local.get $x) (local.get $bytes) (f64x2.extract_lane 0 (local.get $m01)) (f64x2.extract_lane 0 (local.get $q01))
        (local.get $weight) (local.get $bias))
      (local.set $x (i32.add (local.get $x) (local.get $bytes)))
      (call $centre (local.get $x) (local.get $bytes) (f64x2.extract_lane 1 (local.get $m01)) (f64x2.extract_lane 1 (local.get $q01))
        (local.get $weight) (local.get $bias))
      (local.set $x (i32.add (local.get $x) (local.get $bytes)))
      (call $centre (local.get $x) (local.get $bytes) (f64x2.extract_lane 0 (local.get $m23)) (f64x2.extract_lane 0 (local.get $q23))
        (local.get $weight) (local.get $bias))
      (local.set $x (i32.add (local.get $x) (local.get $bytes)))
      (call $centre (local.get $x) (local.get $bytes) (f64x2.extract_lane 1 (local.get $m23)) (f64x2.extract_lane 1 (local.get $q23))
        (local.get $weight) (local.get $bias))
      (local.set $x (i32.add (local.get $x) (local.get $bytes)))
      (br_if $rows_ (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 4))) (i32.const 0)))))

  ;; One row of the norm: (x - $mean) * $by * $weight[i] + $bias[i].
  (func $centre (param $x i32) (param $bytes i32) (param $mean f64) (param $by f64) (param $weight i32) (param $bias i32)
    (local $end i32) (local $m v128) (local $b v128) (local $v v128)
    (local.set $m (f64x2.splat (local.get $mean)))
    (local.set $b (f64x2.splat (local.get $by)))
    (local.set $end (i32.add (local.get $x) (local.get $bytes)))
    (loop $fours
      (local.set $v (v128.load (local.get $x)))
      (v128.store (local.get $x)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
          (f32x4.demote_f64x2_zero (f64x2.add (v128.load offset=0 (local.get $bias)) (f64x2.mul (v128.load offset=0 (local.get $weight))
            (f64x2.mul (local.get $b) (f64x2.sub (f64x2.promote_low_f32x4 (local.get $v)) (local.get $m))))))
          (f32x4.demote_f64x2_zero (f64x2.add (v128.load offset=16 (local.get $bias)) (f64x2.mul (v128.load offset=16 (local.get $weight))
            (f64x2.mul (local.get $b) (f64x2.sub (f64x2.promote_low_f32x4
              (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $v) (local.get $v))) (local.get $m))))))))
      (local.set $weight (i32.add (local.get $weight) (i32.const 32)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 32)))
      (br_if $fours (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $end)))))
)
