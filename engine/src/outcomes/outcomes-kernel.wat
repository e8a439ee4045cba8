;; The heavy path of outcomes/1: many uniform integers, and long orders. Addresses are bytes of the exported memory, whose
;; layout outcomes-kernel.ts owns. Both functions read words from $word to $wordEnd at most, and leave in $wordAt where they stopped.
(module
  (memory (export "memory") 63)

  (global $wordAt (export "wordAt") (mut i32) (i32.const 0))

  ;; Writes $least + uniform(m) from $out to $outEnd, for 2 <= m < 2^32, and returns where the next number goes. The quotient
  ;; comes from a multiplication by floor(2^32 / m): it is the true one or one less, which a single subtraction mends. Four words
  ;; go at a time; four of which one is discarded, and the last ones, go one by one.
  (func (export "fill")
    (param $word i32) (param $wordEnd i32) (param $out i32) (param $outEnd i32) (param $m i32) (param $least i32)
    (result i32)
    (local $inverse v128) (local $last v128) (local $four v128) (local $values v128)
    (local $drawn i32) (local $value i32) (local $until i32)
    (local.set $inverse
      (i32x4.splat (i32.wrap_i64 (i64.div_u (i64.const 0x100000000) (i64.extend_i32_u (local.get $m))))))
    (local.set $last (i32x4.splat (i32.sub (i32.const 0) (local.get $m))))
    (block $stop
      (loop $group
        (block $single
          (br_if $single (i32.gt_u (i32.add (local.get $word) (i32.const 16)) (local.get $wordEnd)))
          (br_if $single (i32.gt_u (i32.add (local.get $out) (i32.const 16)) (local.get $outEnd)))
          (local.set $four (v128.load align=4 (local.get $word)))
          (local.set $values
            (i32x4.sub
              (local.get $four)
              (i32x4.mul
                (i32x4.splat (local.get $m))
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
                  (i64x2.extmul_low_i32x4_u (local.get $four) (local.get $inverse))
                  (i64x2.extmul_high_i32x4_u (local.get $four) (local.get $inverse))))))
          (local.set $values
            (i32x4.sub
              (local.get $values)
              (v128.and
                (i32x4.splat (local.get $m))
                (i32x4.ge_u (local.get $values) (i32x4.splat (local.get $m))))))
          (br_if $single
            (i32.eqz
              (i32x4.all_true
                (i32x4.le_u (i32x4.sub (local.get $four) (local.get $values)) (local.get $last)))))
          (v128.store align=4
            (local.get $out)
            (i32x4.add (i32x4.splat (local.get $least)) (local.get $values)))
          (local.set $word (i32.add (local.get $word) (i32.const 16)))
          (local.set $out (i32.add (local.get $out) (i32.const 16)))
          (br $group))
        (local.set $until (i32.add (local.get $word) (i32.const 16)))
        (loop $next
          (br_if $stop (i32.ge_u (local.get $word) (local.get $wordEnd)))
          (br_if $stop (i32.ge_u (local.get $out) (local.get $outEnd)))
          (local.set $drawn (i32.load (local.get $word)))
          (local.set $value (i32.rem_u (local.get $drawn) (local.get $m)))
          (local.set $word (i32.add (local.get $word) (i32.const 4)))
          (if (i32.le_u (i32.sub (local.get $drawn) (local.get $value)) (i32.sub (i32.const 0) (local.get $m)))
            (then
              (i32.store (local.get $out) (i32.add (local.get $least) (local.get $value)))
              (local.set $out (i32.add (local.get $out) (i32.const 4)))))
          (br_if $next (i32.lt_u (local.get $word) (local.get $until))))
        (br $group)))
    (global.set $wordAt (local.get $word))
    (local.get $out))

  ;; Writes 0, 1, 2 … from $at to $end.
  (func (export "count") (param $at i32) (param $end i32)
    (local $value i32)
    (block $stop
      (loop $next
        (br_if $stop (i32.ge_u (local.get $at) (local.get $end)))
        (i32.store (local.get $at) (local.get $value))
        (local.set $value (i32.add (local.get $value) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next))))

  ;; Swaps each place from $at to $stop with one of those from it up to $end; at least two places are left at every step. Returns
  ;; the place whose turn is next.
  (func (export "shuffle")
    (param $word i32) (param $wordEnd i32) (param $at i32) (param $stop i32) (param $end i32)
    (result i32)
    (local $m i32) (local $drawn i32) (local $value i32) (local $other i32) (local $kept i32)
    (local.set $m (i32.shr_u (i32.sub (local.get $end) (local.get $at)) (i32.const 2)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $word) (local.get $wordEnd)))
        (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
        (local.set $drawn (i32.load (local.get $word)))
        (local.set $word (i32.add (local.get $word) (i32.const 4)))
        (local.set $value (i32.rem_u (local.get $drawn) (local.get $m)))
        (br_if $next
          (i32.gt_u (i32.sub (local.get $drawn) (local.get $value)) (i32.sub (i32.const 0) (local.get $m))))
        (local.set $other (i32.add (local.get $at) (i32.shl (local.get $value) (i32.const 2))))
        (local.set $kept (i32.load (local.get $at)))
        (i32.store (local.get $at) (i32.load (local.get $other)))
        (i32.store (local.get $other) (local.get $kept))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $m (i32.sub (local.get $m) (i32.const 1)))
        (br $next)))
    (global.set $wordAt (local.get $word))
    (local.get $at)))
