"""Compiles the instructions of `kernels.instructions` to code on plain pointers and 64-bit integers.

Every number in a kernel is a signed 64-bit integer, because Numba would turn a mix of signed and unsigned numbers into
floating point. Only the hash needs unsigned arithmetic that wraps around; it is written here in LLVM's intermediate
language. `int.bit_length` and `int.bit_count` are registered with Numba, too, so that plain code can count bits.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

ir: Any = import_module("llvmlite.ir")  # an optional package, so its types are left open
cgutils: Any = import_module("numba.core.cgutils")
types: Any = import_module("numba.core.types")
extending: Any = import_module("numba.extending")

GOLDEN = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio: maps neighbours far apart
WORD, BIT = ir.IntType(64), ir.IntType(1)
Build = Callable[..., Any]  # from a builder and operands to the value of the instruction


def make_generator(build: Build) -> Any:
    """Convert `build`, a function of an LLVM builder and operands, to a code generator with the signature that Numba
    expects.
    """

    def code(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        value = build(builder, *operands)
        return context.get_dummy_value() if value is None else value

    return code


def make_unary(build: Build) -> Any:
    """An instruction with one operand; `build` generates its code."""
    return extending.intrinsic(lambda _typing, _number: (types.int64(types.int64), make_generator(build)))


def make_binary(build: Build) -> Any:
    """An instruction with two operands; `build` generates its code."""
    return extending.intrinsic(
        lambda _typing, _one, _two: (types.int64(types.int64, types.int64), make_generator(build))
    )


def make_in_place(build: Build) -> Any:
    """An instruction that takes a pointer, an index and a number, and works on pointer[index]."""

    def typed(_typing: Any, pointer: Any, _index: Any, _number: Any) -> Any:
        return types.int64(pointer, types.int64, types.int64), make_generator(build)

    return extending.intrinsic(typed)


def build_hash(builder: Any, value: Any, places: Any) -> Any:
    """The slot of a value in a hash table: mix its upper half into its lower half, multiply, and keep the highest bits
    of the product.
    """
    folded = builder.xor(value, builder.lshr(value, WORD(32)))
    return builder.lshr(builder.mul(folded, WORD(GOLDEN)), places)


def build_chained_hash(builder: Any, before: Any, value: Any) -> Any:
    """Extend a hash by one more word."""
    turned = builder.or_(builder.shl(before, WORD(29)), builder.lshr(before, WORD(35)))
    product = builder.mul(builder.xor(turned, value), WORD(GOLDEN))
    return builder.xor(product, builder.lshr(product, WORD(32)))


def build_prefetch(builder: Any, pointer: Any, index: Any) -> None:
    """Prefetch pointer[index] for writing."""
    byte, small = ir.IntType(8).as_pointer(), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [byte, small, small, small])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    where = builder.bitcast(builder.gep(pointer, [index]), byte)
    builder.call(function, [where, small(1), small(3), small(1)])


def build_exchange(builder: Any, pointer: Any, index: Any, expected: Any, wanted: Any) -> Any:
    """Compare and swap: if pointer[index] holds `expected`, store `wanted` there. The result is the old value of
    pointer[index].
    """
    answer = builder.cmpxchg(builder.gep(pointer, [index]), expected, wanted, "acq_rel", "acquire")
    return builder.extract_value(answer, 0)


def make_atomic(operation: str) -> Build:
    """A builder for an instruction that changes pointer[index] atomically, for example by "add"; its result is the old
    value.
    """
    return lambda builder, pointer, index, number: builder.atomic_rmw(
        operation, builder.gep(pointer, [index]), number, "acq_rel"
    )


def check_overflow(name: str) -> Build:
    """A builder for an instruction that tells whether the signed operation `name` overflows 64 bits: 1 or 0."""
    return lambda builder, one, two: builder.zext(builder.extract_value(getattr(builder, name)(one, two), 1), WORD)


hash_to_slot = make_binary(build_hash)
mix_word = make_binary(build_chained_hash)
shift_right = make_binary(lambda builder, value, places: builder.lshr(value, places))
find_lowest_bit = make_unary(lambda builder, value: builder.cttz(value, BIT(0)))
count_ones = make_unary(lambda builder, value: builder.ctpop(value))
measure_width = make_unary(lambda builder, value: builder.sub(WORD(64), builder.ctlz(value, BIT(0))))
add_atomically = make_in_place(make_atomic("add"))
prefetch: Any = extending.intrinsic(
    lambda _typing, pointer, _index: (types.void(pointer, types.int64), make_generator(build_prefetch))
)
compare_exchange: Any = extending.intrinsic(
    lambda _typing, pointer, _index, _expected, _wanted: (
        types.int64(pointer, types.int64, types.int64, types.int64),
        make_generator(build_exchange),
    )
)
widen: Any = extending.intrinsic(
    lambda _typing, number: (types.int64(number), make_generator(lambda builder, value: builder.zext(value, WORD)))
)
add_overflows = make_binary(check_overflow("sadd_with_overflow"))
subtract_overflows = make_binary(check_overflow("ssub_with_overflow"))
multiply_overflows = make_binary(check_overflow("smul_with_overflow"))
add_wrapping = make_binary(lambda builder, one, two: builder.add(one, two))
subtract_wrapping = make_binary(lambda builder, one, two: builder.sub(one, two))
multiply_wrapping = make_binary(lambda builder, one, two: builder.mul(one, two))
measure: Any = extending.intrinsic(  # the length is stored before the first number of a block
    lambda _typing, pointer: (
        types.int64(pointer),
        make_generator(lambda builder, block: builder.load(builder.gep(block, [WORD(-1)]))),
    )
)


@extending.register_jitable  # type: ignore[untyped-decorator]
def note_fault(_fault: Any) -> None:
    """Raise an exception, which ends the kernel; the caller then continues in Python."""
    raise OverflowError


extending.overload_method(types.Integer, "bit_length")(lambda _number: lambda _number: measure_width(_number))
extending.overload_method(types.Integer, "bit_count")(lambda _number: lambda _number: count_ones(_number))
