"""Names of fields: with underscores in Python, with hyphens in JSON."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Type, TypeVar, cast

T = TypeVar("T")


def wire(name: str, of: Optional[type] = None, is_map: bool = False) -> Dict[str, Any]:
    """Returns the metadata of a field.

    ``name`` is its name in JSON, ``of`` the type of the object or objects in it.
    ``is_map``: objects by keys of the customer's own.
    """
    return {"wire": name, "of": of, "is_map": is_map}


def to_wire(value: Any) -> Any:
    """Converts a value to JSON. Fields that are None are left out."""
    if is_dataclass(value):
        pairs = ((each.metadata["wire"], getattr(value, each.name)) for each in fields(value))
        return {name: to_wire(each) for name, each in pairs if each is not None}
    if isinstance(value, Mapping):
        return {key: to_wire(each) for key, each in cast(Mapping[str, Any], value).items()}
    if isinstance(value, (list, tuple)):
        return [to_wire(each) for each in cast(Sequence[Any], value)]
    return value


def from_wire(of: Type[T], value: Mapping[str, Any]) -> T:
    """Converts an object from JSON. Fields that this version does not know are left out.

    Raises ValueError where a required field is missing.
    """
    arguments: Dict[str, Any] = {}
    for each in fields(cast(Any, of)):
        found = value.get(each.metadata["wire"])
        if found is not None:
            arguments[each.name] = _convert(each.metadata["of"], each.metadata["is_map"], found)
    try:
        return of(**arguments)
    except TypeError as error:
        raise ValueError(f"a field of {of.__name__} is missing: {error}") from error


def _convert(of: Optional[Type[Any]], is_map: bool, value: Any) -> Any:
    if of is None:
        return value
    if isinstance(value, list):
        return [_convert(of, False, each) for each in cast(Sequence[Any], value)]
    found = as_object(value)
    if found is None:
        return value
    if is_map:
        return {key: _convert(of, False, each) for key, each in found.items()}
    return from_wire(of, found)


def as_object(value: Any) -> Optional[Dict[str, Any]]:
    """Takes a JSON value as an object; None: it is none."""
    return cast(Dict[str, Any], value) if isinstance(value, dict) else None
