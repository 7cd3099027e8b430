// What JavaScript sees of the core. This is the only file that knows of Emscripten: it converts and forwards, and
// decides nothing. Memory belongs to JavaScript, which allocates one workspace a call, lays it out and releases it, so
// that nothing here has an owner. Arguments are checked before they come here: Embind turns what does not fit into 0.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdlib>
#include <new>
#include <string>
#include <type_traits>

#include "attention/attend.h"
#include "attention/projection.h"
#include "attention/random.h"

namespace {

using attention::Fault;
using attention::Index;
using attention::TorchRandom;

/// Where something stands in linear memory; 0 is nowhere.
using Address = std::uintptr_t;

template <typename T>
T* at(Address address) {
  return reinterpret_cast<T*>(address);
}

// --- Memory

/// A block aligned for vectors, or 0 where there is no room.
Address allocate(std::size_t bytes) {
  constexpr std::size_t alignment = 16;
  return reinterpret_cast<Address>(std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment));
}

void release(Address block) { std::free(at<void>(block)); }

/// An empty view whose buffer is linear memory as it is now: it moves when an allocation makes memory grow.
emscripten::val memory() { return emscripten::val(emscripten::typed_memory_view(0, at<std::uint8_t>(0))); }

// --- Attention

/// The arguments of `attention::attend` as one flat record of numbers.
struct Call {
  Index query_count, key_count, heads, key_heads, width, value_width;
  Address queries, keys, values;
  float scale;
  bool causal;
  std::int32_t causal_offset;
  Address mask, key_padding;
  bool dropout;
  double rate;
  std::uint32_t seed_high, seed_low;
  Address keep;
  Index first_head, first_query;
  Address context, scores, weights, kept;
  Address scratch;

  attention::Shape shape() const { return {query_count, key_count, heads, key_heads, width, value_width}; }

  attention::Inputs inputs() const { return {at<float>(queries), at<float>(keys), at<float>(values)}; }

  attention::Options options() const {
    attention::Options options;
    options.scale = scale;
    options.visibility.keys = key_count;
    if (causal) options.visibility.causal_offset = causal_offset;
    options.visibility.mask = at<std::uint8_t>(mask);
    options.visibility.key_padding = at<std::uint8_t>(key_padding);
    if (dropout) {
      const std::uint64_t seed = std::uint64_t{seed_high} << 32 | seed_low;
      options.dropout = attention::Dropout{rate, seed, at<std::uint8_t>(keep)};
    }
    options.first_head = first_head;
    options.first_query = first_query;
    return options;
  }

  attention::Results results() const {
    return {at<float>(context), at<float>(scores), at<float>(weights), at<std::uint8_t>(kept)};
  }
};

/// Scratch that `attend` needs. Asked with a few numbers, for a whole `Call` takes a microsecond or two to cross over.
std::size_t attend_scratch_bytes(Index query_count, Index key_count, Index heads, Index key_heads, Index width,
                                 Index value_width) {
  return attention::attend_workspace_bytes({query_count, key_count, heads, key_heads, width, value_width});
}

Fault attend(const Call& call) {
  return attention::attend(call.shape(), call.inputs(), call.options(), call.results(), at<std::byte>(call.scratch));
}

int fault_in(const Fault& fault) { return static_cast<int>(fault.in); }
void set_fault_in(Fault& fault, int in) { fault.in = static_cast<Fault::In>(in); }

// --- Projections

std::size_t project_scratch_bytes(Index n, Index d_in, Index d_out) {
  return attention::project_workspace_bytes(n, d_in, d_out);
}

void project(Index n, Index d_in, Index d_out, Address inputs, Address weight, Address bias, Address out,
             Address scratch) {
  attention::project(n, d_in, d_out, at<float>(inputs), at<float>(weight), at<float>(bias), at<float>(out),
                     at<std::byte>(scratch));
}

// --- Random numbers

// A generator is its bytes: JavaScript keeps them between calls and copies them in and out, so that there is no object
// here that someone would have to delete.
static_assert(std::is_trivially_copyable_v<TorchRandom>);

std::size_t random_bytes() { return sizeof(TorchRandom); }

void random_seed(Address generator, std::uint32_t seed) { new (at<void>(generator)) TorchRandom(seed); }

void random_rand(Address generator, Index rows, Index cols, Address out) {
  at<TorchRandom>(generator)->rand(rows, cols, at<float>(out));
}

void random_linear(Address generator, Index inputs, Index outputs, Address weight, Address bias) {
  at<TorchRandom>(generator)->linear(inputs, outputs, at<float>(weight), at<float>(bias));
}

// --- Build

#ifdef __wasm_simd128__
constexpr bool simd = true;
#else
constexpr bool simd = false;
#endif

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  using emscripten::constant;
  using emscripten::function;
  using emscripten::value_object;

  constant("simd", simd);
  constant("version", std::string(ATTENTION_VERSION));
  constant("queryBlock", attention::kQueryBlock);

  function("allocate", &allocate);
  function("release", &release);
  function("memory", &memory);

  value_object<Call>("Call")
      .field("queryCount", &Call::query_count)
      .field("keyCount", &Call::key_count)
      .field("heads", &Call::heads)
      .field("keyHeads", &Call::key_heads)
      .field("width", &Call::width)
      .field("valueWidth", &Call::value_width)
      .field("queries", &Call::queries)
      .field("keys", &Call::keys)
      .field("values", &Call::values)
      .field("scale", &Call::scale)
      .field("causal", &Call::causal)
      .field("causalOffset", &Call::causal_offset)
      .field("mask", &Call::mask)
      .field("keyPadding", &Call::key_padding)
      .field("dropout", &Call::dropout)
      .field("rate", &Call::rate)
      .field("seedHigh", &Call::seed_high)
      .field("seedLow", &Call::seed_low)
      .field("keep", &Call::keep)
      .field("firstHead", &Call::first_head)
      .field("firstQuery", &Call::first_query)
      .field("context", &Call::context)
      .field("scores", &Call::scores)
      .field("weights", &Call::weights)
      .field("kept", &Call::kept)
      .field("scratch", &Call::scratch);
  value_object<Fault>("Fault")
      .field("in", &fault_in, &set_fault_in)
      .field("head", &Fault::head)
      .field("row", &Fault::row)
      .field("column", &Fault::column)
      .field("value", &Fault::value);
  function("attendScratchBytes", &attend_scratch_bytes);
  function("attend", &attend);

  function("projectScratchBytes", &project_scratch_bytes);
  function("project", &project);

  function("randomBytes", &random_bytes);
  function("randomSeed", &random_seed);
  function("randomRand", &random_rand);
  function("randomLinear", &random_linear);
}
